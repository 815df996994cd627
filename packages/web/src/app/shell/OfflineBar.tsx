import { t } from "@lingui/core/macro";
import { IconCloudOff } from "@tabler/icons-react";
import { useIsOnline } from "../../lib/device.ts";
import classes from "./OfflineBar.module.css";

/** Shows a bar while the browser is offline. */
export function OfflineBar() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.bar} data-offline-bar>
          <IconCloudOff size={16} aria-hidden />
          <span>{t`You’re offline. What you write stays here until you can send it.`}</span>
        </p>
      )}
    </div>
  );
}
