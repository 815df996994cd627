import { t } from "@lingui/core/macro";
import { IconArrowDown } from "@tabler/icons-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./ScrollDownButton.module.css";

/** Scrolls to the end of the conversation. Shown while the reader is away from the end, where it covers no text. */
export function ScrollDownButton({ onClick }: { onClick: () => void }) {
  return (
    <div className={classes.strip}>
      <IconButton name={t`Scroll to the end`} size={36} radius="xl" className={classes.button} onClick={onClick}>
        <IconArrowDown size={18} stroke={1.8} />
      </IconButton>
    </div>
  );
}
