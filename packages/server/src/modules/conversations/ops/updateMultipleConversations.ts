import { limits, updateMultipleConversations } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { lockFoldersAndTags, updateFoldersAndTags } from "../foldersAndTags/repository.ts";
import { publishConversations } from "../publishConversations.ts";

/** Changing folders or tags does not change the position in the list, which is sorted by the last change. */
export const updateMultipleConversationsHandler = implement(updateMultipleConversations, async (ctx, input) => {
  const ownerId = getOwnerId(ctx.actor);
  const addedTags = input.addTags ?? [];
  const removedTags = new Set(input.removeTags);
  const updated = await transaction(ctx.db, async (tx) => {
    const lockedRows = await lockFoldersAndTags(tx, ownerId, input.conversationIds);
    const rows = lockedRows.map(({ id, folderId, tags }) => ({
      id,
      folderId: input.folderId === undefined ? folderId : input.folderId,
      tags: [...new Set([...tags.filter((tag) => !removedTags.has(tag)), ...addedTags])],
    }));
    if (rows.some(({ tags }) => tags.length > limits.tagsPerItem)) {
      throw new AppError("tooLarge", { userMessage: `A chat can have at most ${limits.tagsPerItem} tags.` });
    }
    await updateFoldersAndTags(tx, ownerId, rows);
    return lockedRows.map(({ id }) => id);
  });
  publishConversations(ctx, ownerId, updated, "summary");
  return { updated };
});
