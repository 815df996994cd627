import { notifications } from "@mantine/notifications";
import { CallError } from "../lib/callError.ts";
import classes from "./notify.module.css";
import { RequestId } from "./RequestId.tsx";

export interface ErrorDetails {
  /** The server's own words. */
  reason?: string | null | undefined;
  requestId?: string | null | undefined;
}

const errorShownMs = 15_000;

/** Says at the bottom right that something failed; announced at once. The same sentence stands there only once. */
export function notifyError(text: string, { reason, requestId }: ErrorDetails = {}): void {
  const isNews = reason && reason !== text;
  show({
    id: `error:${text}`,
    role: "alert",
    color: "var(--danger)",
    autoClose: errorShownMs,
    title: text,
    message: (isNews || requestId) && (
      <>
        {isNews && <p className={classes.reason}>{reason}</p>}
        {requestId && <RequestId id={requestId} />}
      </>
    ),
  });
}

/** Says at the bottom right that a call failed, with what the server said of it. An abort is not worth a word. */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (error instanceof CallError) notifyError(error.message, error);
  else notifyError(error instanceof Error ? error.message : String(error));
}

/** Says at the bottom right that something is done. */
export function notifySuccess(text: string): void {
  show({ id: `success:${text}`, role: "status", color: "var(--success)", message: text });
}

function show(notification: Parameters<typeof notifications.show>[0] & { id: string }): void {
  notifications.hide(notification.id);
  notifications.show({
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
    classNames: { root: classes.root, title: classes.title, description: classes.message },
    ...notification,
  });
}
