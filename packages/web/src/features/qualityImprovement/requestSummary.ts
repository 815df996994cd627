import { limits, qualitySummaryMaxTokens, qualitySummaryTemperature, type SubmittedMessage } from "@lectern/contract";
import { readUnstoredAnswer } from "../../entities/chat/runs/readUnstoredAnswer.ts";

interface SummaryRequest {
  endpoint: string;
  userId: string;
  modelId: string;
  /** The account that pays; null: the default. */
  accountId: string | null;
  messages: readonly SubmittedMessage[];
  signal: AbortSignal;
}

/** Asks a model for a summary of messages, without what they draw on. Returns an empty text if that fails or is aborted. */
export async function requestSummary(request: SummaryRequest): Promise<string> {
  const { endpoint, userId, modelId, accountId, messages, signal } = request;
  const requestId = crypto.randomUUID();
  const latest = messages.slice(1 - limits.messagesPerCall);
  const body = {
    model: modelId,
    temperature: qualitySummaryTemperature,
    max_tokens: qualitySummaryMaxTokens,
    stream: true,
    messages: [
      ...latest.map(({ role, content }) => ({ role, content })),
      { role: "user" as const, content: instruction },
    ],
    options: { requestId, skipRag: true, skipCodeInterpreter: true, ...(accountId === null ? {} : { accountId }) },
  };
  const { answer, end } = await readUnstoredAnswer({ endpoint, userId, body, requestId, signal });
  return end.end === "done" ? answer.content.trim().slice(0, limits.qualityTextLength) : "";
}

// Not translated: a model reads it.
const instruction = `Summarize our conversation so far for the people who improve this service. Say what was asked, how \
well the answers helped, and what went wrong, in at most two short paragraphs of plain text. Use the language of the \
conversation. Leave out names and other personal data. Write nothing but the summary.`;
