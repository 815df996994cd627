import { Button } from "@mantine/core";
import { CallError } from "../../lib/callError.ts";
import { RequestId } from "../RequestId.tsx";
import classes from "./notify.module.css";
import {
  type NoticeTopic,
  showActionNotice,
  showErrorNotice,
  showInfoNotice,
  showSuccessNotice,
} from "./showNotice.ts";

export interface ErrorDetails {
  /** The server's own words. */
  reason?: string | null | undefined;
  requestId?: string | null | undefined;
  /** What it is about, where it takes the place of the last notice of that. */
  topic?: NoticeTopic | undefined;
}

/** Says in a notice that something failed; announced at once. The same sentence stands there only once. */
export function notifyError(text: string, { reason, requestId, topic }: ErrorDetails = {}): void {
  const hasReason = reason && reason !== text;
  const message = (hasReason || requestId) && (
    <>
      {hasReason && <p className={classes.reason}>{reason}</p>}
      {requestId && <RequestId id={requestId} />}
    </>
  );
  showErrorNotice(text, { message }, topic);
}

/** Says in a notice that a call failed, with what the server said of it. An abort is not worth a word. */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (error instanceof CallError) notifyError(error.message, error);
  else notifyError(error instanceof Error ? error.message : String(error));
}

/** Says in a notice that something is done, and offers to undo it for a while. */
export function notifyUndoable(text: string, undo: () => Promise<void>): void {
  const close = showActionNotice(
    `undo:${crypto.randomUUID()}`,
    <div className={classes.undoable}>
      <span>{text}</span>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          close();
          void undo().catch(notifyFailure);
        }}
      >
        Undo
      </Button>
    </div>,
  );
}

/** Says in a notice that something is done. */
export function notifySuccess(text: string): void {
  showSuccessNotice(text);
}

/** Says in a notice what is going on. It takes the place of the last one with this id. */
export function notifyInfo(id: string, text: string): void {
  showInfoNotice(id, text);
}
