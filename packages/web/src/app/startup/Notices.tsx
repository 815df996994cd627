import { useNotifications } from "@mantine/notifications";
import { useEffect } from "react";
import { createLoadable } from "../../lib/loadable.ts";
import { whenActive } from "../../lib/page/whenActive.ts";
import { useLoadable } from "../../lib/useLoadable.ts";

const loadableList = createLoadable(() => import("./NoticeList.tsx").then(({ NoticeList }) => NoticeList));

/** The notices. Their code is loaded for the first notice, or before it when the person does something. */
export function Notices() {
  const { notifications } = useNotifications();
  const { loaded: NoticeList, load } = useLoadable(loadableList);
  const isNeeded = notifications.length > 0;
  useEffect(() => {
    // If the code cannot be loaded, the next notice tries again.
    const tryToLoad = () => void load().catch(() => {});
    if (isNeeded) tryToLoad();
    else return whenActive(tryToLoad);
  }, [isNeeded, load]);
  return NoticeList && <NoticeList />;
}
