import { t } from "@lingui/core/macro";
import { notifications } from "@mantine/notifications";
import { noticeIcons } from "./noticeIcons.tsx";
import classes from "./notify.module.css";

type Notice = Parameters<typeof notifications.show>[0] & { id: string };

/** How long a notice stays that neither is an error nor has an action. */
export const noticeMs = 6_000;

/**
 * How long a notice stays that can undo a change. The longest, because afterwards some changes cannot be undone, and
 * people who use the keyboard or a screen reader have to reach the notice first.
 */
export const undoNoticeMs = 15_000;

/** How long a notice stays that has another action, or says in words what the page shows. */
export const longNoticeMs = 8_000;

/** Topics of which only the latest notice is shown. */
export type NoticeTopic = "chat" | "group" | "share" | "assistant" | "admin";

/** The id of the latest notice of each topic. */
const lastIds = new Map<NoticeTopic, string>();

/**
 * Shows an error notice, which stays until it is dismissed. Screen readers announce it immediately. Replaces an error
 * notice with the same text, and the last notice of the same `topic`.
 */
export function showErrorNotice(
  text: string,
  details: Omit<Partial<Notice>, "autoClose"> = {},
  topic?: NoticeTopic,
): void {
  showAlert(text, { icon: noticeIcons.error, ...details, autoClose: false }, topic);
}

/** Like an error notice, but it closes by itself, because nothing is lost with it. */
export function showBriefErrorNotice(text: string, details: Partial<Notice> = {}, topic?: NoticeTopic): void {
  showAlert(text, { icon: noticeIcons.error, ...details }, topic);
}

function showAlert(text: string, details: Partial<Notice>, topic?: NoticeTopic): void {
  const id = `error:${text}`;
  if (topic) {
    if (lastIds.get(topic) !== id) closeNotices(topic);
    lastIds.set(topic, id);
  }
  show({ title: text, ...details, id, role: "alert" });
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

/** Shows a success notice. `object`: what it is about, below the text. */
export function showSuccessNotice(text: string, object?: string): void {
  const id = `success:${text} ${object ?? ""}`;
  const content = object === undefined ? { message: text } : { title: text, message: object };
  show({ id, role: "status", icon: noticeIcons.success, ...content });
}

/** Shows a notice about an ongoing operation. Replaces the last notice with this id. Returns a function that closes it. */
export function showInfoNotice(id: string, text: string, details: Partial<Notice> = {}): () => void {
  const noticeId = `info:${id}`;
  show({ role: "status", icon: noticeIcons.info, ...details, id: noticeId, message: text });
  return () => notifications.hide(noticeId);
}

export interface ActionNoticeDetails extends Partial<Notice> {
  /** After how many milliseconds the notice closes by itself; false: it stays until it is dismissed. */
  autoClose: number | false;
}

/**
 * Shows a notice with an action, such as a button to undo. It stays while the mouse is over it or the focus is in it.
 * Returns a function that closes it.
 */
export function showActionNotice(id: string, message: Notice["message"], details: ActionNoticeDetails): () => void {
  const notice = { role: "status", icon: noticeIcons.info, ...details, id, message };
  const { autoClose } = notice;
  // Mantine waits only for the mouse.
  const onFocus = () => notifications.update({ id, message, autoClose: false });
  const onBlur = () => notifications.update({ id, message, autoClose });
  show({ ...notice, onFocus, onBlur });
  return () => notifications.hide(id);
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
