import { notifications } from "@mantine/notifications";
import classes from "./notify.module.css";

type Notice = Parameters<typeof notifications.show>[0] & { id: string };

const errorShownMs = 15_000;

/** What notices can be about of which only the last one is worth reading. */
export type NoticeTopic = "chat";

/** The notice that was shown last of each topic. */
const lastIds = new Map<NoticeTopic, string>();

/**
 * A notice that something failed, announced at once: at the bottom right, on a narrow screen at the top. The same one stands there
 * only once, and of those with a `topic` only the last one.
 */
export function showErrorNotice(text: string, details: Partial<Notice> = {}, topic?: NoticeTopic): void {
  const id = `error:${text}`;
  if (topic) {
    if (lastIds.get(topic) !== id) closeNotices(topic);
    lastIds.set(topic, id);
  }
  show({ ...details, id, role: "alert", color: "var(--danger)", autoClose: errorShownMs, title: text });
}

/** Closes what stands there of a topic: it is no longer so, or no longer what the person is at. */
export function closeNotices(topic: NoticeTopic): void {
  const id = lastIds.get(topic);
  if (id !== undefined) notifications.hide(id);
  lastIds.delete(topic);
}

/** A notice, in the same place, that something is done. */
export function showSuccessNotice(text: string): void {
  show({ id: `success:${text}`, role: "status", color: "var(--success)", message: text });
}

/** A notice of what is going on. It takes the place of the last one with this id. */
export function showInfoNotice(id: string, text: string): void {
  show({ id: `info:${id}`, role: "status", color: "var(--accent)", message: text });
}

/** A notice that something is done, with a button or the like that is there for a while. Gives the function that closes it. */
export function showActionNotice(id: string, message: Notice["message"]): () => void {
  show({ id, role: "status", message, autoClose: errorShownMs });
  return () => notifications.hide(id);
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
