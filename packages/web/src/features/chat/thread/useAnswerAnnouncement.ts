import { type AnswerEnd, hasWaitingStep, type Message } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { type RefObject, useEffect, useRef } from "react";
import { getStepTitle } from "../../../entities/chat/answer/describeStep.ts";
import { getFailureReason, interruptedCode } from "../../../entities/chat/answer/reply.ts";
import { getChatTexts } from "../../../entities/chat/chatErrorTexts.ts";
import { cutText } from "../../../lib/cutText.ts";
import { getAutomaticRetrySeconds } from "../ending/automaticRetry.ts";
import { toPlainTextIfLoaded } from "../messages/LazyMessageList.tsx";
import type { ThreadActions } from "../messages/threadActions.ts";

/** The number of characters that a screen reader announces; the rest of a long answer is left out. */
const maxAnnouncedCharacters = 1_000;
/**
 * The number of characters of Markdown source that are parsed for the announcement. Source is longer than its plain
 * text.
 */
const maxParsedCharacters = 4_000;

/**
 * Returns the ref of a live region that announces that an answer is being written and, once it has ended, the answer.
 */
export function useAnswerAnnouncement(
  isStreaming: boolean,
  messages: readonly Message[],
  headId: string | null,
  mayRetry: ThreadActions["mayRetry"],
): RefObject<HTMLDivElement | null> {
  const regionRef = useRef<HTMLDivElement>(null);
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    if (!regionRef.current || wasStreamingRef.current === isStreaming) return;
    wasStreamingRef.current = isStreaming;
    const head = messages.find(({ id }) => id === headId);
    regionRef.current.textContent = isStreaming ? t`The answer is being written.` : toAnnouncement(head, mayRetry);
  }, [isStreaming, messages, headId, mayRetry]);
  return regionRef;
}

function toApprovalAnnouncement(steps: Message["data"]["steps"] = []): string {
  const titles = steps
    .filter(({ state }) => state === "waiting")
    .map(getStepTitle)
    .join(", ");
  return t`The answer is waiting for your approval: ${titles}`;
}

/** The cause first, as on screen. The countdown is announced only once, because it changes every second. */
function toFailureAnnouncement(answer: Message, end: AnswerEnd, mayRetry: ThreadActions["mayRetry"]): string {
  const reason = getFailureReason(end) ?? getChatTexts().failed;
  const seconds = mayRetry(answer) ? getAutomaticRetrySeconds(end, Date.now()) : null;
  if (seconds === null) return reason;
  return plural(seconds, {
    one: `${reason} Trying again in # second.`,
    other: `${reason} Trying again in # seconds.`,
  });
}

function toAnnouncement(answer: Message | undefined, mayRetry: ThreadActions["mayRetry"]): string {
  if (answer?.role !== "assistant") return "";
  const { end } = answer.data;
  if (hasWaitingStep(answer.data)) return toApprovalAnnouncement(answer.data.steps);
  if (end?.end === "failed") return toFailureAnnouncement(answer, end, mayRetry);
  const text = cutText(toPlainTextIfLoaded(answer.content.slice(0, maxParsedCharacters)), maxAnnouncedCharacters);
  if (end?.end !== "stopped") return t`The answer: ${text}`;
  return end.code === interruptedCode ? t`The answer was interrupted. ${text}` : t`Stopped. ${text}`;
}
