import { findSummary, isSummarizable, type JsonObject, type Message } from "@lectern/contract";
import * as z from "zod/mini";
import type { Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { findStoredBranch, storeSummary } from "../conversations/service.ts";
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
  excludedIds: z.array(z.string()),
});
export type SummaryJob = z.infer<typeof SummaryJob>;

/** One call reads only so much. A longer chat, such as an imported one, is summarized further after the next answer. */
const maxCalls = 6;

/**
 * Summarizes the beginning of a branch of a cloud conversation: the newest summary with the messages after it. Does
 * nothing if the branch has changed so that its last message is gone, or if the person has turned off its summary. A
 * failure is only logged: the next answer tries again. Throws the signal's reason if it aborts.
 */
export async function summarizeStored(platform: Platform, payload: JsonObject, signal: AbortSignal): Promise<void> {
  const job = z.parse(SummaryJob, payload);
  const { personId, conversationId, directoryGroups } = job;
  const key = { ownerId: getOwnerIdOfRow({ owner_id: personId }), conversationId };
  try {
    for (let call = 0; call < maxCalls; call++) {
      const branch = withoutExcluded(await findStoredBranch(platform.db, key, job.messageId), job.excludedIds);
      const current = findSummary(branch);
      const pending = branch.slice(current ? current.index + 1 : 0).filter(isSummarizable);
      if (current?.summary.isOff || pending.length === 0) return;
      const source = { previous: current?.summary.text ?? null, messages: pending };
      const payment = { payer: toPayer(job), directoryGroups, conversationId, signal };
      const written = await writeSummary(platform, source, payment);
      const last = written && pending[written.count - 1];
      if (!last) return;
      const covered = branch.slice(0, branch.indexOf(last) + 1);
      if (!(await storeSummary(platform, key, { text: written.text, covered, excludedIds: job.excludedIds }))) return;
    }
  } catch (error) {
    signal.throwIfAborted();
    const isLimitReached = error instanceof AppError && error.code === "rateLimited";
    if (isLimitReached) platform.log.info({ user: personId }, "no summary was written: a limit is reached");
    else platform.log.warn({ err: error, user: personId }, "no summary could be written");
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
