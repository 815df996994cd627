import type { JsonObject } from "@lectern/contract";
import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { retryInBackground } from "../../core/retryInBackground.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { AnalysisJob } from "./analysisJob.ts";
import { judgeConversation } from "./judgement/judgeConversation.ts";
import { getPseudonym } from "./pseudonyms.ts";
import { type RecordedTurn, recordTurn } from "./recording/recordTurn.ts";
import { findAnalyzedGroup, saveJudgement } from "./recording/repository.ts";

export const analysisJobName = "analysis";

const retryTimeoutMs = 60_000;

/** Records an answer, and lets a model judge the conversation if the assistant wants that. May run again. */
export async function recordAnalysis(platform: Platform, payload: JsonObject, signal: AbortSignal): Promise<void> {
  const job = z.parse(AnalysisJob, payload);
  const record = async (jobSignal: AbortSignal) => {
    const recorded = await recordAnswer(platform, job);
    if (recorded?.isLatest && job.assistant.isJudged) await judge(platform, job, recorded, jobSignal);
  };
  try {
    await record(signal);
  } catch (error) {
    if (job.answer) throw error; // a background job is retried
    platform.log.warn({ err: error }, "an answer of a local conversation could not be recorded yet");
    await retryInBackground(platform, () => record(AbortSignal.timeout(retryTimeoutMs)), {
      message: "an answer of a local conversation could not be recorded yet",
      logFields: { groupId: job.assistant.groupId },
    });
  }
}

async function recordAnswer(platform: Platform, job: AnalysisJob): Promise<RecordedTurn | null> {
  const { assistant, person, groupType } = job;
  return transaction(platform.db, async (tx) => {
    const group = await findAnalyzedGroup(tx, assistant.groupId);
    if (!group) return null;
    // Clients may send any text. An administrator may have removed the type since.
    const employeeType = groupType !== null && group.types.includes(groupType) ? groupType : null;
    const pseudonym = getPseudonym(platform, assistant.groupId, person.id);
    // A job may have waited for a server with another setting.
    const isHidden = job.isHidden || platform.config.hidesIdentitiesInAnalytics;
    return recordTurn(tx, { ...job, employeeType, pseudonym, isHidden });
  });
}

async function judge(platform: Platform, job: AnalysisJob, { recordId, turns }: RecordedTurn, signal: AbortSignal) {
  const judgement = await judgeConversation(platform, job, job.localTurns ?? turns, signal);
  // A later answer has its own judgement.
  if (judgement) await saveJudgement(platform.db, recordId, new Date(job.endedAt), judgement);
}
