import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError, NetworkError } from "../../lib/callError.ts";
import { getOfflineText, isLoadError, isOffline } from "../../lib/network.ts";
import { RequestId } from "../RequestId.tsx";
import { createJoinedNotice } from "./createJoinedNotice.ts";
import { noticeIcons } from "./noticeIcons.tsx";
import classes from "./notify.module.css";
import {
  type ActionNoticeDetails,
  longNoticeMs,
  type NoticeTopic,
  showActionNotice,
  showBriefErrorNotice,
  showErrorNotice,
  showInfoNotice,
  showSuccessNotice,
  undoNoticeMs,
} from "./showNotice.ts";

export interface ErrorDetails {
  /** The server's explanation. */
  reason?: string | null | undefined;
  requestId?: string | null | undefined;
  /** The status of a failed request, such as "Bad Gateway", for support. Left out if the reason contains it. */
  responseStatus?: string | null | undefined;
  /** If set, the notice replaces the last notice of this topic. */
  topic?: NoticeTopic | undefined;
  /** True if waiting helps: the icon has the colour of a warning. */
  isWarning?: boolean;
  /** True if the page shows what became of the request. The notice then closes by itself, and covers nothing for long. */
  isOnPage?: boolean;
}

/**
 * Shows an error notice, which stays until it is dismissed unless the page shows the error too. Screen readers announce
 * it immediately. Replaces an error notice with the same text.
 */
export function notifyError(
  text: string,
  { reason, requestId, responseStatus, topic, isWarning = false, isOnPage = false }: ErrorDetails = {},
): void {
  const hasReason = reason && reason !== text;
  const hasStatus = responseStatus && !reason?.includes(responseStatus);
  const message = (hasReason || hasStatus || requestId) && (
    <>
      {hasReason && <p className={classes.reason}>{reason}</p>}
      {hasStatus && <p className={classes.status}>{responseStatus}</p>}
      {requestId && <RequestId id={requestId} />}
    </>
  );
  const details = { message, ...(isWarning ? { icon: noticeIcons.warning } : {}) };
  if (isOnPage) showBriefErrorNotice(text, { ...details, autoClose: longNoticeMs }, topic);
  else showErrorNotice(text, details, topic);
}

/**
 * Shows why a press or a file was refused. Nothing was tried, so nothing failed or was lost: unlike an error, the notice
 * closes by itself.
 */
export function notifyRefusal(text: string, { reason, topic }: Pick<ErrorDetails, "reason" | "topic"> = {}): void {
  const details = reason ? { message: <p className={classes.reason}>{reason}</p>, autoClose: longNoticeMs } : {};
  showBriefErrorNotice(text, details, topic);
}

/** Shows an error notice for a failed call, with the server's explanation. Ignores aborted calls. */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  // Offline, the reason says all that the person can use.
  if (error instanceof NetworkError && error.reason) notifyError(error.reason);
  else if (error instanceof CallError) notifyError(error.message, error);
  else if (isLoadError(error)) {
    notifyError(
      isOffline() ? getOfflineText() : t`A part of the page couldn’t be loaded. Reload the page and try again.`,
    );
  } else notifyError(error instanceof Error ? error.message : String(error));
}

export interface NoticeAction {
  label: string;
  run: () => void;
}

export interface UndoableChange {
  /** Changes of one kind share a notice, whose button undoes them all. */
  kind: string;
  /** The notice replaces those of other kinds in its group. Absent: it replaces none. */
  group?: string;
  /** The ids of the changed objects. A notice counts an object once, however often it was changed. */
  ids: readonly string[];
  /** With more objects, changes of this kind do not share a notice. */
  maxJoined?: number;
  /** Returns the text of the notice for this many changed objects. */
  describe: (count: number) => string;
  /** What a person may do next with the only changed object. The notice stays, so that they can still undo the change. */
  nextStep?: NoticeAction;
  /** If it rejects, it is offered again. An `UndoError` says for which objects. */
  undo: () => Promise<void>;
}

/** What is left of a change after a part of it was undone. */
type RestOfChange = Pick<UndoableChange, "ids" | "undo"> & Partial<Pick<UndoableChange, "describe">>;

/** A change was undone only in part, or not at all. `cause`: why. */
export class UndoError extends Error {
  readonly rest: RestOfChange;

  constructor(rest: RestOfChange, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "UndoError";
    this.rest = rest;
  }
}

/** Shows a notice that a change is made, with a button that undoes it and the changes that the notice was about before. */
export function notifyUndoable(change: UndoableChange): void {
  joinUndoable(`undo:${change.kind}`, change, change.group);
}

const joinUndoable = createJoinedNotice<UndoableChange>({
  canJoin: (changes, { maxJoined }) => maxJoined === undefined || countObjects(changes) <= maxJoined,
  show({ id, items: changes, onClose }) {
    const text = changes[0].describe(countObjects(changes));
    const run = () => void undoAll(changes);
    const details = { autoClose: undoNoticeMs, icon: noticeIcons.success, onClose, "data-undo": true };
    const { nextStep } = changes[0];
    const nextSteps = nextStep && countObjects(changes) === 1 ? [{ ...nextStep, closesNotice: false }] : [];
    return showWithActions(id, text, [...nextSteps, { label: t`Undo`, run }], details);
  },
});

const countObjects = (changes: readonly UndoableChange[]) => new Set(changes.flatMap(({ ids }) => ids)).size;

/** Undoes the changes, the latest first. Says once if some could not be undone, and offers to undo those again. */
async function undoAll(changes: readonly UndoableChange[]): Promise<void> {
  const failures: { change: UndoableChange; error: unknown }[] = [];
  for (const change of changes.toReversed()) {
    try {
      await change.undo();
    } catch (error) {
      if (error instanceof UndoError) failures.unshift({ change: { ...change, ...error.rest }, error: error.cause });
      else failures.unshift({ change, error });
    }
  }
  const lastFailure = failures.at(-1);
  if (!lastFailure) return;
  notifyFailure(lastFailure.error);
  for (const { change } of failures) notifyUndoable(change);
}

/**
 * Shows a notice with a button, which stays until it is dismissed, or closes by itself after `closesAfterMs`. Replaces
 * the notice with the same id. `onClose` is called however it closes, also before the button's action.
 */
export function notifyActionable(
  id: string,
  text: string,
  action: NoticeAction,
  { closesAfterMs, onClose }: { closesAfterMs?: number; onClose?: () => void } = {},
): void {
  showWithActions(id, text, [action], { autoClose: closesAfterMs ?? false, ...(onClose && { onClose }) });
}

/** Shows that something succeeded, with buttons for what comes next. Replaces the notice with the same id. */
export function notifyNextSteps(id: string, text: string, actions: readonly NoticeAction[]): void {
  showWithActions(id, text, actions, { autoClose: longNoticeMs, icon: noticeIcons.success });
}

/**
 * Shows an error notice with a button, which stays until it is dismissed unless the page shows the error too. Replaces
 * the notice with the same id.
 */
export function notifyActionableError(
  id: string,
  text: string,
  { reason = null, isOnPage = false }: Pick<ErrorDetails, "reason" | "isOnPage">,
  action: NoticeAction,
): void {
  const autoClose = isOnPage && longNoticeMs;
  showWithActions(id, reason, [action], { role: "alert", icon: noticeIcons.error, title: text, autoClose });
}

function showWithActions(
  id: string,
  text: string | null,
  actions: readonly (NoticeAction & { closesNotice?: boolean })[],
  details: ActionNoticeDetails,
): () => void {
  const close = showActionNotice(
    id,
    <div className={classes.withAction}>
      <span>{text}</span>
      <div className={classes.actions}>
        {actions.map(({ label, run, closesNotice = true }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            onClick={() => {
              if (closesNotice) close();
              run();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>,
    details,
  );
  return close;
}

/** Shows a success notice. `object`: what it is about, below a text that does not name it. */
export function notifySuccess(text: string, object?: string): void {
  showSuccessNotice(text, object);
}

/** Shows a notice about an ongoing operation. Replaces the last notice with this id. */
export function notifyInfo(id: string, text: string): void {
  showInfoNotice(id, text);
}
