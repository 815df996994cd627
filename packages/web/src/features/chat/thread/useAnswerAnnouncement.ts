import { type AnswerEnd, hasWaitingStep, type Message } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { type RefObject, useEffect, useRef } from "react";
import { getStepTitle } from "../../../entities/chat/answer/describeStep.ts";
import { getFailureReason, interruptedCode } from "../../../entities/chat/answer/reply.ts";
import { getChatTexts } from "../../../entities/chat/chatErrorTexts.ts";
import { cutText } from "../../../lib/cutText.ts";
import type { AutomaticRetry } from "../ending/automaticRetry.ts";
import { toPlainTextIfLoaded } from "../messages/LazyMessageList.tsx";

/** The number of characters that a screen reader announces; the rest of a long answer is left out. */
const maxAnnouncedCharacters = 1_000;
/**
 * The number of characters of Markdown source that are parsed for the announcement. Source is longer than its plain
 * text.
 */
const maxParsedCharacters = 4_000;

/**
 * Returns the ref of a live region that announces that an answer is being written and, once it has ended, the answer.
 * `retry`: announced once, because its countdown changes every second. It is known a moment after the end.
 */
export function useAnswerAnnouncement(
  isStreaming: boolean,
  messages: readonly Message[],
  headId: string | null,
  retry: AutomaticRetry | null,
): RefObject<HTMLDivElement | null> {
  const regionRef = useRef<HTMLDivElement>(null);
  const wasStreamingRef = useRef(isStreaming);
  const announcedRetryRef = useRef(retry);
  useEffect(() => {
    if (!regionRef.current || wasStreamingRef.current === isStreaming) return;
    wasStreamingRef.current = isStreaming;
    const head = messages.find(({ id }) => id === headId);
    regionRef.current.textContent = isStreaming ? t`The answer is being written.` : toAnnouncement(head);
  }, [isStreaming, messages, headId]);
  useEffect(() => {
    if (!regionRef.current || announcedRetryRef.current === retry) return;
    announcedRetryRef.current = retry;
    if (!retry) return;
    const end = messages.find(({ id }) => id === headId)?.data.end;
    const secondsLeft = Math.ceil((Date.parse(retry.dueAt) - Date.now()) / 1_000);
    regionRef.current.textContent = describeRetry(end ?? { end: "failed" }, Math.max(1, secondsLeft));
  }, [retry, messages, headId]);
  return regionRef;
}

function toApprovalAnnouncement(steps: Message["data"]["steps"] = []): string {
  const titles = steps
    .filter(({ state }) => state === "waiting")
    .map(getStepTitle)
    .join(", ");
  return t`The answer is waiting for your approval: ${titles}`;
}

const describeFailure = (end: AnswerEnd) => getFailureReason(end) ?? getChatTexts().failed;

/** The cause first, as on screen. */
function describeRetry(end: AnswerEnd, seconds: number): string {
  const reason = describeFailure(end);
  return plural(seconds, {
    one: `${reason} Trying again in # second.`,
    other: `${reason} Trying again in # seconds.`,
  });
}

function toAnnouncement(answer: Message | undefined): string {
  if (answer?.role !== "assistant") return "";
  const { end } = answer.data;
  if (hasWaitingStep(answer.data)) return toApprovalAnnouncement(answer.data.steps);
  if (end?.end === "failed") return describeFailure(end);
  const text = cutText(toPlainTextIfLoaded(answer.content.slice(0, maxParsedCharacters)), maxAnnouncedCharacters);
  if (end?.end !== "stopped") return t`The answer: ${text}`;
  return end.code === interruptedCode ? t`The answer was interrupted. ${text}` : t`Stopped. ${text}`;
}
