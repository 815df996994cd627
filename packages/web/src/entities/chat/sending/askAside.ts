import { type Answer, type AnswerEnd, type ChatRequestInput, formatAnswer } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CallError } from "../../../lib/callError.ts";
import { getFailureReason } from "../answer/reply.ts";
import { readUnstoredAnswer } from "../runs/readUnstoredAnswer.ts";

/** A question to a model whose answer is no message. It is charged, limited and authorized like every chat call. */
export interface AsideQuestion {
  modelId: string;
  /** What the model is to do. */
  instruction: string;
  /** What it does it with. */
  material: string;
  temperature: number;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  /** The account that the call is charged to; absent: the default one. */
  accountId?: string | null;
}

export interface AsideOptions {
  /** Stops the answer; the call then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Receives the answer so far, at most once per frame. */
  onText: (text: string) => void;
}

/**
 * Asks a model beside the conversation, with the same call as a message but without documents, tools and storage. Resolves
 * to the complete answer. Throws CallError.
 */
export async function askAside(
  connection: { endpoint: string; userId: string },
  question: AsideQuestion,
  { signal, onText }: AsideOptions,
): Promise<string> {
  const requestId = crypto.randomUUID();
  const { answer, end } = await readUnstoredAnswer({
    ...connection,
    ...{ requestId, signal },
    body: buildAsideRequest(question, requestId),
    onAnswer: (partialAnswer) => onText(formatAnswer(partialAnswer)),
  });
  signal.throwIfAborted();
  return requireText(answer, end);
}

export function buildAsideRequest(question: AsideQuestion, requestId: string): ChatRequestInput {
  const { modelId, instruction, material, temperature, maxTokens, accountId } = question;
  return {
    model: modelId,
    messages: [
      { role: "system", content: instruction },
      { role: "user", content: material },
    ],
    temperature,
    max_tokens: maxTokens,
    stream: true,
    options: {
      requestId,
      storage: "local",
      skipRag: true,
      skipCodeInterpreter: true,
      ...(accountId ? { accountId } : {}),
    },
  };
}

/** Returns the text of a complete answer. Throws CallError with the reason why there is none. */
function requireText(answer: Answer, end: AnswerEnd): string {
  if (end.end === "done" && end.finishReason !== "length") return formatAnswer(answer);
  const reason =
    end.end === "done"
      ? t`The answer became too long. Select less, or ask for something shorter.`
      : getFailureReason(end);
  throw new CallError(t`No answer received`, { reason });
}
