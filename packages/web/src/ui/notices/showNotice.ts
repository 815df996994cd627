import { t } from "@lingui/core/macro";
import { notifications } from "@mantine/notifications";
import { noticeIcons } from "./noticeIcons.tsx";
import classes from "./notify.module.css";

type Notice = Parameters<typeof notifications.show>[0] & { id: string };

/** How long a notice stays that has an action, or repeats what the page shows. */
export const longNoticeMs = 15_000;

/** Topics of which only the latest notice is shown. */
export type NoticeTopic = "chat" | "group" | "share" | "assistant";

/** The id of the latest notice of each topic. */
const lastIds = new Map<NoticeTopic, string>();

/**
 * Shows an error notice, which stays until it is dismissed unless `details` say otherwise. Screen readers announce it
 * immediately. Replaces an error notice with the same text, and the last notice of the same `topic`.
 */
export function showErrorNotice(text: string, details: Partial<Notice> = {}, topic?: NoticeTopic): void {
  const id = `error:${text}`;
  if (topic) {
    if (lastIds.get(topic) !== id) closeNotices(topic);
    lastIds.set(topic, id);
  }
  show({ autoClose: false, ...details, id, role: "alert", icon: noticeIcons.error, title: text });
}

/** Closes the last notice of a topic. */
export function closeNotices(topic: NoticeTopic): void {
  const id = lastIds.get(topic);
  if (id !== undefined) notifications.hide(id);
  lastIds.delete(topic);
}

/** Closes the error notice with this text, if it is shown. */
export function closeErrorNotice(text: string): void {
  notifications.hide(`error:${text}`);
}

/** Shows a success notice. */
export function showSuccessNotice(text: string): void {
  show({ id: `success:${text}`, role: "status", icon: noticeIcons.success, message: text });
}

/** Shows a notice about an ongoing operation. Replaces the last notice with this id. */
export function showInfoNotice(id: string, text: string): void {
  show({ id: `info:${id}`, role: "status", icon: noticeIcons.info, message: text });
}

/** Shows a notice with an action, such as a button to undo, for 15 s. Returns a function that closes it. */
export function showActionNotice(id: string, message: Notice["message"], details: Partial<Notice> = {}): () => void {
  show({ role: "status", icon: noticeIcons.info, autoClose: longNoticeMs, ...details, id, message });
  return () => notifications.hide(id);
}

/** Lets screen readers announce an error immediately that the page shows already. Shows nothing. */
export function announceError(text: string): void {
  const classNames = { root: classes.announced };
  const attributes = { role: "alert", "data-announced": true };
  show({ id: `announced:${text}`, ...attributes, message: text, withCloseButton: false, classNames });
}

/** Closes the notice with this id, if it is shown. */
export function closeNotice(id: string): void {
  notifications.hide(id);
}

function show(notice: Omit<Notice, "message"> & { message?: Notice["message"] }): void {
  notifications.hide(notice.id);
  notifications.show({
    withBorder: true,
    closeButtonProps: { "aria-label": t`Dismiss` },
    classNames: { root: classes.root, icon: classes.icon, title: classes.title, description: classes.message },
    message: null,
    ...notice,
  });
}
