import type { Answer, AssistantContent, ChatMessage, ChatRequestInput, Model } from "@lectern/contract";
import { formatAnswer, temperatureRange } from "@lectern/contract";
import { resolveMaxTokens } from "../../../entities/chat/sending/responseLength.ts";

/** A question of a trial and its answer so far. */
export interface AskedQuestion {
  question: string;
  answer: Answer;
}

export interface Trial {
  content: AssistantContent;
  /** The assistant of which the draft would be the next version; null: a new one. */
  assistantId: string | null;
  /** The id of the group that owns the assistant; null: a person does. */
  groupId: string | null;
  /** The type of the group that is tried; null: none. */
  groupType: string | null;
}

interface TrialTurn {
  trial: Trial;
  model: Model;
  requestId: string;
  previous: readonly AskedQuestion[];
  question: string;
}

/** Builds the request for a question to a draft. It names no conversation, so the server stores nothing of it. */
export function buildTrialRequest({ trial, model, requestId, previous, question }: TrialTurn): ChatRequestInput {
  const { content, assistantId, groupId, groupType } = trial;
  return {
    model: model.id,
    temperature: temperatureRange.initial,
    max_tokens: resolveMaxTokens(null, model.outputTokenLimit),
    stream: true,
    messages: [...previous.flatMap(toMessages), { role: "user", content: question }],
    options: {
      requestId,
      storage: "local",
      groupType,
      assistantDraft: { ...content, assistantId, ...(assistantId === null ? { groupId } : {}) },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      time: new Date().toISOString(),
    },
  };
}

/** A question without an answer is left out, because models expect questions and answers in turn. */
function toMessages({ question, answer }: AskedQuestion): ChatMessage[] {
  const text = formatAnswer(answer);
  if (text === "") return [];
  return [
    { role: "user", content: question },
    { role: "assistant", content: text },
  ];
}
