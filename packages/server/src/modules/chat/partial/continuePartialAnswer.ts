import { hasEndedEarly, hasWaitingStep, type MessageData } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { getOwnerId } from "../../access/service.ts";
import { continueAnswer, type ReopenedAnswer } from "../../conversations/service.ts";
import type { Continuation, TakenAnswer } from "../rounds/continuation.ts";
import { toAnswerEvents } from "../rounds/toAnswerEvents.ts";
import { createOverlapFilter } from "./overlapFilter.ts";
import { splitLastWord } from "./splitLastWord.ts";

/**
 * Asks for the rest in a message of its own, because the newer models of some vendors reject a request whose last message
 * is an answer. It is neither stored nor shown.
 */
const continueInstruction = [
  "Your answer above was cut off before it was complete. Write the rest of it, in the same language and format.",
  "What you write is appended to it as it is: begin with the very next word, repeat nothing, do not mention the interruption,",
  "and do not begin a code block, a list or a table again that is still open.",
].join(" ");

/** Returns how a run continues the partial answer of its turn; null if it has none. */
export function continuePartialAnswer({ partialAnswer, cloudIds }: ChatTurn): Continuation | null {
  if (!partialAnswer) return null;
  const { requestId: from, content = "", data = {} } = partialAnswer;
  return {
    needsTools: false,
    async take(platform: Platform, actor: Actor, to: string) {
      if (!cloudIds) {
        requirePartial(data);
        return toTakenAnswer(null, { content, data });
      }
      const { conversationId, replyId } = cloudIds;
      const key = { ownerId: getOwnerId(actor), conversationId };
      const { branch, answer } = await continueAnswer(
        platform,
        key,
        { replyId, from, to },
        { requireContinuable: requirePartial },
      );
      return toTakenAnswer(branch, answer);
    },
  };
}

/** Throws `conflict` if an answer is complete or waits for a person. A client need not send how a local one ended. */
function requirePartial(data: MessageData): void {
  if (hasWaitingStep(data))
    throw new AppError("conflict", { userMessage: "This answer continues once its steps are allowed or denied." });
  if (data.end && !hasEndedEarly(data.end))
    throw new AppError("conflict", { userMessage: "This answer is already complete." });
}

function toTakenAnswer(
  branch: TakenAnswer["branch"],
  { content, data: { reasoning = "", steps = [], statuses = [], state = {} } }: ReopenedAnswer["answer"],
): TakenAnswer {
  // The text before a step must not change, because the step's place is its length.
  const stepsEnd = steps.reduce((end, { offset }) => Math.max(end, offset), 0);
  const split = splitLastWord(content.slice(stepsEnd));
  const text = content.slice(0, stepsEnd) + split.text;
  const lastRound = steps.reduce((last, { round }) => Math.max(last, round), -1);
  // A round's text has its own source, so the text after the last step continues the round after it.
  const isInNextRound = content.length > stepsEnd || steps.length === 0;
  const nextIndex = lastRound + 1;
  const framedMessages = toMessages(text);
  const source = String(isInNextRound ? nextIndex : lastRound);
  return {
    branch,
    events: toAnswerEvents({ content: text, reasoning, steps, statuses, state }, source),
    overlapFilter: isInNextRound ? createOverlapFilter({ ...split, source, earlierText: text }) : null,
    framedMessages,
    getEarlierRounds: async () => ({ messages: framedMessages, nextIndex, callCounts: countCalls(steps) }),
  };
}

/** Without text, the question is simply asked again. */
function toMessages(text: string): ModelMessage[] {
  if (text.trim() === "") return [];
  return [
    // Some model servers reject an answer that ends with white space.
    { role: "assistant", content: text.trimEnd() },
    { role: "user", content: continueInstruction },
  ];
}

function countCalls(steps: NonNullable<MessageData["steps"]>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { tool } of steps) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return Object.fromEntries(counts);
}
