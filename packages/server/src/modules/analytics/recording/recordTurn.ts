import type { DbTransaction } from "../../../platform/db/database.ts";
import type { AnalysisJob, AnalyzedTurn } from "../analysisJob.ts";
import {
  addAnswer,
  addPrompt,
  findLivingPerson,
  listAnsweredTurns,
  lockConversation,
  upsertRecord,
} from "./repository.ts";

export interface NewTurn
  extends Pick<AnalysisJob, "assistant" | "person" | "conversationHash" | "promptHash" | "answer"> {
  pseudonym: string;
  employeeType: string | null;
  entryPoint: string;
  modelName: string;
  startedAt: string;
  endedAt: string;
}

export interface RecordedTurn {
  recordId: string;
  /** True if no later answer has been recorded. */
  isLatest: boolean;
  /** What a cloud conversation has of the record's questions and answers; empty for a local one. */
  turns: AnalyzedTurn[];
}

/**
 * Creates or updates the record of a conversation. A turn that is recorded again changes nothing. Returns null if the
 * person has been erased.
 */
export async function recordTurn(tx: DbTransaction, turn: NewTurn): Promise<RecordedTurn | null> {
  const { person, assistant, answer, promptHash } = turn;
  if (!(await findLivingPerson(tx, person.id))) return null;
  // Before the record: the deletion of a conversation locks both in this order, too.
  const stored = answer && (await lockConversation(tx, person.id, answer.conversationId)) ? answer : null;
  const { recordId, isLatest } = await upsertRecord(tx, turn, stored?.conversationId ?? null);
  await addPrompt(tx, recordId, promptHash);
  if (stored) await addAnswer(tx, { ownerId: person.id, ...stored, recordId });
  const turns = stored && isLatest && assistant.isJudged ? await listAnsweredTurns(tx, recordId) : [];
  return { recordId, isLatest, turns };
}
