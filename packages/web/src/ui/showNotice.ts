import { notifications } from "@mantine/notifications";
import classes from "./notify.module.css";

type Notice = Parameters<typeof notifications.show>[0] & { id: string };

const errorShownMs = 15_000;

/** A notice at the bottom right that something failed, announced at once. The same one stands there only once. */
export function showErrorNotice(text: string, details: Partial<Notice> = {}): void {
  const id = `error:${text}`;
  show({ ...details, id, role: "alert", color: "var(--danger)", autoClose: errorShownMs, title: text });
}

/** A notice at the bottom right that something is done. */
export function showSuccessNotice(text: string): void {
  show({ id: `success:${text}`, role: "status", color: "var(--success)", message: text });
}

function show(notice: Omit<Notice, "message"> & { message?: Notice["message"] }): void {
  notifications.hide(notice.id);
  notifications.show({
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
    classNames: { root: classes.root, title: classes.title, description: classes.message },
    message: null,
    ...notice,
  });
}
