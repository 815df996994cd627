import { formatAnswer, type JsonObject, parseAssistantState } from "@lectern/contract";
import type { Run } from "../../core/context.ts";
import { type HistoryMessage, type RunResult, toQuestionHistory } from "../../core/run/run.ts";
import type { AnalysisJob, AnalyzedTurn } from "./analysisJob.ts";
import { hashConversation, hashPrompt } from "./pseudonyms.ts";

/** Returns the payload of the job that records an answer; null if there is no answer or nothing is recorded. */
export function toAnalysisJob(
  { platform, actor, turn, model, assistant }: Run,
  startedAt: Date,
  { answer, outcome, history }: RunResult,
): JsonObject | null {
  const { analysis, id, versionId, groupId, name } = assistant ?? {};
  const questionId = toQuestionHistory(turn.messages).at(-1)?.id;
  if (!analysis || !id || !versionId || !groupId || questionId === undefined) return null;
  const content = formatAnswer(answer);
  if (outcome.end === "failed" && content === "") return null;
  const { principal, payer } = actor;
  // A program that names no conversation asks each question in one of its own.
  const conversationHash = hashConversation(platform, principal.id, turn.conversationId ?? `request ${turn.requestId}`);
  const { cloudIds } = turn;
  const job: AnalysisJob = {
    assistant: { id, versionId, groupId, name: name ?? "", ...analysis, categories: [...analysis.categories] },
    person: { ...principal, payer },
    conversationHash,
    promptHash: hashPrompt(platform, conversationHash, questionId),
    answer: cloudIds && { conversationId: cloudIds.conversationId, messageId: cloudIds.replyId },
    ...(cloudIds ? {} : { localTurns: listTurns(toQuestionHistory(history ?? turn.messages), id, content) }),
    isHidden: platform.config.hidesIdentitiesInAnalytics,
    groupType: turn.groupType,
    entryPoint: turn.source?.trim() || platform.config.productName,
    modelName: model.name,
    startedAt: startedAt.toISOString(),
    endedAt: platform.clock.now().toISOString(),
  };
  return job;
}

/** Lists the questions of a local conversation that the assistant has answered, oldest first, with the last one. */
function listTurns(history: readonly HistoryMessage[], assistantId: string, lastAnswer: string): AnalyzedTurn[] {
  const earlierTurns = history.flatMap(({ role, content, data }, index) => {
    const question = history[index - 1];
    const isByAssistant = parseAssistantState(data?.state)?.currentAssistantId === assistantId;
    return role === "assistant" && question && isByAssistant ? [{ question: question.content, answer: content }] : [];
  });
  return [...earlierTurns, { question: history.at(-1)?.content ?? "", answer: lastAnswer }];
}
