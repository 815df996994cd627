import type { JsonObject, TokenUsage } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import { tokensPerMessage } from "../../core/run/estimateUsage.ts";
import type { HistoryMessage, SentContext } from "../../core/run/run.ts";
import { estimateTokens } from "../../platform/tokenCounter.ts";
import { measureContext } from "./measureContext.ts";
import { planSummary } from "./planSummary.ts";
import { type SummaryJob, summarizeStored } from "./summarizeStored.ts";

/**
 * Says with each answer how the next question fills the window, and has the earlier messages summarized after an answer if
 * they will not fit. Of a local conversation, it tells the browser, which has the messages.
 */
export const summariesStep: RunStep = {
  name: "summaries",
  job: { options: { concurrency: 2, timeoutSeconds: 400, retries: 1 }, run: summarizeStored },
  begin(run) {
    if (!isForPerson(run)) return {};
    let sent: SentContext | null = null;
    let counted: TokenUsage | null = null;
    let upTo: string | null = null;
    return {
      onContext(context) {
        sent = context;
      },
      afterModelCall({ index }, { usage }) {
        // Later rounds contain results of tools, which the next question does not send.
        if (index === 0) counted = usage;
      },
      onTextEnd(emit) {
        const { content } = run.getAnswer();
        if (!sent || content === "") return;
        const answerTokens = estimateTokens(content) + tokensPerMessage;
        upTo = run.turn.usesSummaries ? planSummary(sent, answerTokens) : null;
        const isLocal = run.turn.cloudIds === null;
        const context = {
          ...measureContext(sent, counted, answerTokens),
          summarizeUpTo: isLocal ? upTo : null,
          excludedIds: isLocal && upTo !== null ? listExcludedIds(run.turn.messages, sent) : [],
        };
        emit({ s: "meta", state: { context } });
      },
      toJob: ({ history }) =>
        upTo !== null && sent && history ? toSummaryJob(run, upTo, listExcludedIds(history, sent)) : null,
    };
  },
};

/** Only people at their browser see the summaries and how full the window is. */
const isForPerson = ({ turn, actor, model }: Run): boolean =>
  actor.credential.kind === "session" && !turn.isVerbatim && !turn.isArtifactCall && !model.isGuide;

/** Lists the messages of the branch that the model was not to get. */
function listExcludedIds(branch: readonly HistoryMessage[], { messages }: SentContext): string[] {
  const ids = new Set(messages.map(({ id }) => id));
  return branch.flatMap(({ id }) => (id === undefined || ids.has(id) ? [] : [id]));
}

function toSummaryJob({ actor, turn }: Run, messageId: string, excludedIds: string[]): JsonObject | null {
  if (!turn.cloudIds) return null;
  const { principal, payer, accountOwnerId, directoryGroups } = actor;
  const job: SummaryJob = {
    personId: principal.id,
    payer,
    ...(accountOwnerId === undefined ? {} : { accountOwnerId }),
    directoryGroups: [...directoryGroups],
    conversationId: turn.cloudIds.conversationId,
    ...{ messageId, excludedIds },
  };
  return job;
}
