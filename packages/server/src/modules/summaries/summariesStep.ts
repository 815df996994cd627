import type { JsonObject, TokenUsage } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import { tokensPerMessage } from "../../core/run/estimateUsage.ts";
import type { HistoryMessage, SentContext } from "../../core/run/run.ts";
import { estimateTokens } from "../../platform/tokenCounter.ts";
import { measureContext } from "./measureContext.ts";
import { planSummary, type SummaryPlan } from "./planSummary.ts";
import { type SummaryJob, summarizeStored } from "./summarizeStored.ts";

/**
 * Says with each answer how the next question fills the window, and has the earlier messages summarized after an answer if
 * they will not fit. Of a local conversation, it tells the browser, which has the messages.
 */
export const summariesStep: RunStep = {
  name: "summaries",
  job: {
    options: { concurrency: 2, timeoutSeconds: 400, retries: 1 },
    run: summarizeStored,
    // One at a time, so that two answers in a row do not both pay for the same messages.
    getKey: ({ conversationId }) => String(conversationId),
  },
  begin(run) {
    if (!isForPerson(run)) return {};
    let sent: SentContext | null = null;
    let counted: TokenUsage | null = null;
    let plan: SummaryPlan | null = null;
    return {
      onContext(context) {
        sent = context;
      },
      afterModelCall({ index }, { usage }) {
        // Later rounds contain results of tools, and an answer that continues its first part. The next question sends neither.
        if (index === 0 && !run.turn.partialAnswer) counted = usage;
      },
      onTextEnd(emit) {
        const { content } = run.getAnswer();
        if (!sent || content === "") return;
        const answerTokens = estimateTokens(content) + tokensPerMessage;
        plan = run.turn.usesSummaries ? planSummary(sent, answerTokens) : null;
        const isLocal = run.turn.cloudIds === null;
        const context = {
          ...measureContext(sent, counted, answerTokens),
          summarizeUpTo: plan?.upTo ?? null,
          ...(plan && { maxSummaryTokens: plan.maxTokens }),
          excludedIds: isLocal && plan ? listExcludedIds(run.turn.messages, sent) : [],
        };
        emit({ s: "meta", state: { context } });
      },
      toJob: ({ history }) =>
        plan && sent && history ? toSummaryJob(run, plan, listExcludedIds(history, sent)) : null,
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

function toSummaryJob(
  { actor, turn }: Run,
  { upTo, maxTokens }: SummaryPlan,
  excludedIds: string[],
): JsonObject | null {
  if (!turn.cloudIds) return null;
  const { principal, payer, accountOwnerId, directoryGroups } = actor;
  const job: SummaryJob = {
    personId: principal.id,
    payer,
    ...(accountOwnerId === undefined ? {} : { accountOwnerId }),
    directoryGroups: [...directoryGroups],
    conversationId: turn.cloudIds.conversationId,
    answerId: turn.cloudIds.replyId,
    ...{ messageId: upTo, maxTokens, excludedIds },
  };
  return job;
}
