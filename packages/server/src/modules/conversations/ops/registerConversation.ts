import { randomUUID } from "node:crypto";
import { defaultConversationName, type Message, registerConversation } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { mapCooperatively } from "../../../core/runCooperatively.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { checkInitialBytes } from "../messages/conversationLimits.ts";
import { upsertMessages } from "../messages/repository.ts";
import { toMessageRow } from "../present.ts";
import { publishSaved } from "../publishConversations.ts";
import { insertConversation } from "../repository.ts";

/** The built-in folder for conversations of API clients. */
const agentsFolderId = "agents";

export const registerConversationHandler = implement(registerConversation, async (ctx, input) => {
  const ownerId = getOwnerId(ctx.actor);
  const conversationId = randomUUID();
  const now = ctx.clock.now();
  const messages = linkMessages(input.messages);
  const rows = await mapCooperatively(messages, (message) => toMessageRow(message, now));

  await transaction(ctx.db, async (tx) => {
    const row = await insertConversation(tx, {
      owner_id: ownerId,
      id: conversationId,
      name: input.name.trim() || defaultConversationName,
      folder_id: agentsFolderId,
      tags: JSON.stringify(input.tags ?? []),
      head_id: messages.at(-1)?.id ?? null,
      bytes: checkInitialBytes(rows),
      extra: JSON.stringify({ date: input.date, data: input.data }),
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    if (!row) throw new AppError("conflict");
    await upsertMessages(tx, { ownerId, conversationId }, row.revision, rows, false);
  });
  publishSaved(ctx, { ownerId, conversationId });
  return { conversationId };
});

function linkMessages(messages: readonly Pick<Message, "role" | "content">[]): Message[] {
  let parentId: string | null = null;
  return messages.map(({ role, content }) => {
    const message: Message = { id: randomUUID(), parentId, role, content, data: {} };
    parentId = message.id;
    return message;
  });
}
