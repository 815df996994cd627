import type { AnswerEnd, Message } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { type RefObject, useEffect, useRef } from "react";
import { announceEnd, announceStart, describeFailure } from "../../../entities/chat/answer/announceEnd.ts";
import type { AutomaticRetry } from "../ending/automaticRetry.ts";
import { toPlainTextIfLoaded } from "../messages/LazyMessageList.tsx";

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
    regionRef.current.textContent = isStreaming ? announceStart() : toAnnouncement(head);
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
  const { steps = [], end } = answer.data;
  return announceEnd({ content: answer.content, steps, end }, toPlainTextIfLoaded);
}
