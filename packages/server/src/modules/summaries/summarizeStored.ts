import {
  canStoreSummary,
  isSummarizable,
  type JsonObject,
  type Message,
  searchSummary,
  summaryTokens,
} from "@lectern/contract";
import * as z from "zod/mini";
import type { Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { runCooperatively } from "../../core/runCooperatively.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { getOwnerIdOfRow, type OwnerId } from "../access/service.ts";
import { findStoredBranch, skipsSummaries, storeSummary, storeSummaryFailure } from "../conversations/service.ts";
import { findSettings } from "../settings/service.ts";
import { toModelFailure } from "../sideCalls/service.ts";
import { writeSummary } from "./writing/writeSummary.ts";

/** The messages to summarize. The payload names them, so that their text is stored nowhere else. */
export const SummaryJob = z.object({
  personId: z.string(),
  /** The account that pays, and on whose list it is. */
  payer: z.string(),
  accountOwnerId: z.optional(z.string()),
  directoryGroups: z.array(z.string()),
  conversationId: z.string(),
  /** The last message that the summary should stand for. */
  messageId: z.string(),
  /** Limit of the summary. Absent in jobs of an earlier version, as the next one. */
  maxTokens: z.optional(z.number()),
  /** The answer that the job follows, which says why no summary could be written. */
  answerId: z.optional(z.string()),
  excludedIds: z.array(z.string()),
});
export type SummaryJob = z.infer<typeof SummaryJob>;

interface ConversationKey {
  ownerId: OwnerId;
  conversationId: string;
}

/** One call reads only so much. A longer chat, such as an imported one, is summarized further after the next answer. */
const maxCalls = 6;

/**
 * Summarizes the beginning of a branch of a cloud conversation: the newest summary with the messages after it. Does
 * nothing if the branch has changed so that its last message is gone, or if the person has turned summaries off meanwhile.
 * A failure is stored with the answer: the next one tries again. Throws the signal's reason if it aborts.
 */
export async function summarizeStored(platform: Platform, payload: JsonObject, signal: AbortSignal): Promise<void> {
  const job = z.parse(SummaryJob, payload);
  const { personId, conversationId, answerId } = job;
  const key = { ownerId: getOwnerIdOfRow({ owner_id: personId }), conversationId };
  try {
    const [settings, isSkipped] = await Promise.all([
      findSettings(platform.db, key.ownerId),
      skipsSummaries(platform.db, key),
    ]);
    if (settings.summarizesLongChats && !isSkipped) await summarize(platform, job, key, signal);
  } catch (error) {
    signal.throwIfAborted();
    const failure = toModelFailure(error);
    // Not the error itself: it may quote the conversation.
    const code = failure instanceof AppError ? failure.code : "internal";
    const kind = error instanceof ModelError ? error.kind : undefined;
    if (code === "rateLimited") platform.log.info({ user: personId }, "no summary was written: a limit is reached");
    else platform.log.warn({ user: personId, code, kind }, "no summary could be written");
    const { userMessage } = failure instanceof AppError ? failure : new AppError("internal");
    // Not thrown: a retry would pay for the summary again.
    if (answerId !== undefined) {
      await storeSummaryFailure(platform, key, answerId, userMessage).catch((err: unknown) =>
        platform.log.warn({ err }, "why no summary was written could not be stored"),
      );
    }
  }
}

async function summarize(
  platform: Platform,
  job: SummaryJob,
  key: ConversationKey,
  signal: AbortSignal,
): Promise<void> {
  const { directoryGroups, conversationId, excludedIds, maxTokens = summaryTokens.max } = job;
  for (let call = 0; call < maxCalls; call++) {
    const wholeBranch = await findStoredBranch(platform.db, key, job.messageId);
    const branch = withoutExcluded(wholeBranch, excludedIds);
    const current = await runCooperatively(searchSummary(branch));
    const pending = branch.slice(current ? current.index + 1 : 0).filter(isSummarizable);
    if (pending.length === 0) return;
    const newest = await runCooperatively(searchSummary(wholeBranch, true));
    if (!canStoreSummary(wholeBranch, newest)) return;
    const source = { previous: current?.summary.text ?? null, messages: pending, maxTokens };
    const payment = { payer: toPayer(job), directoryGroups, conversationId, signal };
    const written = await writeSummary(platform, source, payment);
    const last = pending[written.count - 1];
    if (!last) return;
    const covered = branch.slice(0, branch.indexOf(last) + 1);
    if (!(await storeSummary(platform, key, { text: written.text, covered, excludedIds }))) return;
  }
}

function withoutExcluded(branch: readonly Message[], excludedIds: readonly string[]): Message[] {
  const ids = new Set(excludedIds);
  return branch.filter(({ id }) => !ids.has(id));
}

const toPayer = ({ personId, payer, accountOwnerId }: SummaryJob): Payer => ({
  principal: { id: personId, kind: "person" },
  credential: { kind: "job", id: personId },
  payer,
  ...(accountOwnerId === undefined ? {} : { accountOwnerId }),
});
