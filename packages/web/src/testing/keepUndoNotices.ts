import { notifications, notificationsStore } from "@mantine/notifications";

/** Keeps the notices that offer to undo something: a busy machine may take longer than they are shown to press it. */
export function keepUndoNotices(): void {
  notificationsStore.subscribe(({ notifications: shown }) => {
    for (const notice of shown) {
      if ("data-undo" in notice && notice.autoClose !== false) notifications.update({ ...notice, autoClose: false });
    }
  });
}
