import type { DbTransaction } from "../../../platform/db/database.ts";
import type { AnalyzedTurn } from "../analysisJob.ts";
import type { NewTurn } from "./newTurn.ts";
import {
  addAnswer,
  addPrompt,
  findLivingPerson,
  linkRecords,
  listAnsweredTurns,
  listSingleTurn,
  lockConversation,
  lockPseudonym,
  upsertRecord,
} from "./repository.ts";

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
  const { person, assistant, answer, promptHash, pseudonym, startedAt } = turn;
  if (!(await findLivingPerson(tx, person.id))) return null;
  await lockPseudonym(tx, pseudonym);
  // Before the record: the deletion of a conversation locks both in this order, too.
  const stored = answer && (await lockConversation(tx, person.id, answer.conversationId)) ? answer : null;
  const { recordId, isLatest, isFirst, isNamed } = await upsertRecord(tx, turn, stored?.conversationId ?? null);
  if (isFirst) await linkRecords(tx, { groupId: assistant.groupId, pseudonym, startedAt });
  await addPrompt(tx, recordId, promptHash);
  const message = stored && { ownerId: person.id, ...stored };
  if (message && isNamed) await addAnswer(tx, { ...message, recordId });
  const isJudged = isLatest && assistant.isJudged;
  const turns =
    message && isJudged ? await (isNamed ? listAnsweredTurns(tx, recordId) : listSingleTurn(tx, message)) : [];
  return { recordId, isLatest, turns };
}
