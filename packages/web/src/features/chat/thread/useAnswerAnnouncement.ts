import { chatTexts, hasWaitingStep, type Message } from "@lectern/contract";
import { type RefObject, useEffect, useRef } from "react";
import { getStepTitle } from "../../../entities/chat/answer/describeStep.ts";
import { getFailureReason, interruptedCode } from "../../../entities/chat/answer/reply.ts";
import { cutText } from "../../../lib/cutText.ts";
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
 */
export function useAnswerAnnouncement(
  isStreaming: boolean,
  messages: readonly Message[],
  headId: string | null,
): RefObject<HTMLDivElement | null> {
  const regionRef = useRef<HTMLDivElement>(null);
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    if (!regionRef.current || wasStreamingRef.current === isStreaming) return;
    wasStreamingRef.current = isStreaming;
    const head = messages.find(({ id }) => id === headId);
    regionRef.current.textContent = isStreaming ? "The answer is being written." : toAnnouncement(head);
  }, [isStreaming, messages, headId]);
  return regionRef;
}

function toApprovalAnnouncement(steps: Message["data"]["steps"] = []): string {
  const titles = steps.filter(({ state }) => state === "waiting").map(getStepTitle);
  return `The answer waits for your approval: ${titles.join(", ")}`;
}

function toAnnouncement(answer: Message | undefined): string {
  if (answer?.role !== "assistant") return "";
  const { end } = answer.data;
  if (hasWaitingStep(answer.data)) return toApprovalAnnouncement(answer.data.steps);
  if (end?.end === "failed") return [chatTexts.failed, getFailureReason(end) ?? ""].join(" ").trim();
  const text = cutText(toPlainTextIfLoaded(answer.content.slice(0, maxParsedCharacters)), maxAnnouncedCharacters);
  if (end?.end !== "stopped") return `The answer: ${text}`;
  return end.code === interruptedCode ? `The answer was interrupted. ${text}` : `Stopped. ${text}`;
}
