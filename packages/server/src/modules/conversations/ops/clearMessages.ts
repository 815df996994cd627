import { clearMessages } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { deleteAllVersions } from "../artifacts/repository.ts";
import { createChangedElsewhereError } from "../createChangedElsewhereError.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { assertNoOpenAnswer } from "../messages/assertNoOpenAnswer.ts";
import { deleteMessages } from "../messages/repository.ts";
import { publishSaved } from "../publishConversations.ts";
import { updateConversationRow } from "../repository.ts";

export const clearMessagesHandler = implement(clearMessages, async (ctx, { conversationId, revision }) => {
  const ownerId = getOwnerId(ctx.actor);
  const output = await transaction(ctx.db, async (tx) => {
    const changes = { head_id: null, bytes: 0, updated_at: ctx.clock.now() };
    // Update the conversation first: the lock on its row excludes other writers.
    const row = await updateConversationRow(tx, ownerId, conversationId, changes);
    if (!row) throw createConversationNotFoundError();
    // The caller keeps a copy, which would lack the change.
    if (revision !== undefined && row.revision !== revision + 1) throw createChangedElsewhereError();
    await assertNoOpenAnswer(tx, { ownerId, conversationId });
    await deleteMessages(tx, { ownerId, conversationId });
    await deleteAllVersions(tx, { ownerId, conversationId });
    return { revision: row.revision };
  });
  publishSaved(ctx, { ownerId, conversationId }, output.revision);
  return output;
});
