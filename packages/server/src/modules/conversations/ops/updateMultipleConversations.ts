import { limits, updateMultipleConversations } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { lockFoldersAndTags, updateFoldersAndTags } from "../foldersAndTags/repository.ts";

/** To put conversations in order does not move them in the list of those last changed. */
export const updateMultipleConversationsHandler = implement(updateMultipleConversations, async (ctx, given) => {
  const ownerId = ctx.actor.userId;
  const added = given.addTags ?? [];
  const removed = new Set(given.removeTags);
  return transaction(ctx.db, async (tx) => {
    const known = await lockFoldersAndTags(tx, ownerId, given.conversationIds);
    const filings = known.map(({ id, folderId, tags }) => ({
      id,
      folderId: given.folderId === undefined ? folderId : given.folderId,
      tags: [...new Set([...tags.filter((tag) => !removed.has(tag)), ...added])],
    }));
    if (filings.some(({ tags }) => tags.length > limits.tagsPerItem)) {
      throw new AppError("tooLarge", { userMessage: `A conversation has at most ${limits.tagsPerItem} tags.` });
    }
    await updateFoldersAndTags(tx, ownerId, filings);
    return { updated: known.map(({ id }) => id) };
  });
});
