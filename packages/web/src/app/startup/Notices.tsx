import { useNotifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { createLoadable } from "../../lib/loadable.ts";
import { whenActive } from "../../lib/whenActive.ts";

const loadableList = createLoadable(() => import("./NoticeList.tsx").then(({ NoticeList }) => NoticeList));

/** The notices. Their code is loaded for the first notice, or before it when the person does something. */
export function Notices() {
  const { notifications } = useNotifications();
  const [NoticeList, setNoticeList] = useState<ComponentType | null>(() => loadableList.getLoaded());
  const isNeeded = notifications.length > 0;
  useEffect(() => {
    // If the code cannot be loaded, the next notice tries again.
    const load = () =>
      void loadableList.load().then(
        (loadedList) => setNoticeList(() => loadedList),
        () => {},
      );
    if (isNeeded) load();
    else return whenActive(load);
  }, [isNeeded]);
  return NoticeList && <NoticeList />;
}
