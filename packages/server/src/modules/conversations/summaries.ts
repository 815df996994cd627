import {
  canStoreSummary,
  digestMessages,
  getBranch,
  limits,
  type Message,
  type MessageSummary,
  searchSummary,
} from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { runCooperatively } from "../../core/runCooperatively.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type ConversationKey, listBranch, setMessageSummary, setSummaryFailure } from "./messages/repository.ts";
import { presentMessage } from "./present.ts";
import { publishSaved } from "./publishConversations.ts";
import { findConversation, lockConversation, updateConversationRow } from "./repository.ts";

/** True if the conversation is gone, or the person has turned summaries off for it. */
export async function skipsSummaries(db: Db, { ownerId, conversationId }: ConversationKey): Promise<boolean> {
  const conversation = await findConversation(db, ownerId, conversationId);
  return !conversation || conversation.extra.skipSummaries === true;
}

/** Finds the branch of a cloud conversation that ends at this message, oldest first. Empty if there is no such message. */
export async function findStoredBranch(db: Db, key: ConversationKey, messageId: string): Promise<Message[]> {
  const rows = await listBranch(db, key, messageId);
  return getBranch(rows.map(presentMessage), messageId);
}

/** What a summary stands for: `covered`, which is the branch up to its last message without the excluded ones. */
interface NewSummary {
  text: string;
  covered: readonly Message[];
  excludedIds: readonly string[];
}

/**
 * Stores a summary with the last message that it stands for. Returns false if one of its messages has since been changed or
 * deleted, or if that message has a summary already, or one that the person has edited or turned off.
 */
export async function storeSummary(
  platform: Platform,
  key: ConversationKey,
  { text, covered, excludedIds }: NewSummary,
): Promise<boolean> {
  const lastId = covered.at(-1)?.id;
  if (lastId === undefined) return false;
  const digest = digestMessages(covered);
  const excluded = new Set(excludedIds);
  const revision = await transaction(platform.db, async (tx) => {
    const conversation = await lockConversation(tx, key.ownerId, key.conversationId);
    if (!conversation) return null;
    const wholeBranch = await findStoredBranch(tx, key, lastId);
    const branch = wholeBranch.filter(({ id }) => !excluded.has(id));
    const excludedHere = wholeBranch.flatMap(({ id }) => (excluded.has(id) ? [id] : []));
    const summary: MessageSummary = { text, digest, ...(excludedHere.length > 0 && { excludedIds: excludedHere }) };
    if (digestMessages(branch) !== digest) return null;
    const current = await runCooperatively(searchSummary(branch));
    if (current?.index === branch.length - 1) return null;
    if (!canStoreSummary(wholeBranch, await runCooperatively(searchSummary(wholeBranch, true)))) return null;
    await setMessageSummary(tx, key, {
      id: lastId,
      summary: JSON.stringify(summary),
      revision: conversation.revision + 1,
    });
    const bytes = conversation.bytes + Buffer.byteLength(JSON.stringify({ summary }));
    return (await updateConversationRow(tx, key.ownerId, key.conversationId, { bytes }))?.revision ?? null;
  });
  if (revision === null) return false;
  publishSaved(platform, key, revision);
  return true;
}

/** Stores with an answer why its earlier messages could not be summarized. Does nothing if the answer is gone. */
export async function storeSummaryFailure(
  platform: Platform,
  key: ConversationKey,
  answerId: string,
  reason: string,
): Promise<void> {
  const revision = await setSummaryFailure(platform.db, key, answerId, reason.slice(0, limits.messageNoticeLength));
  if (revision !== undefined) publishSaved(platform, key, revision);
}
