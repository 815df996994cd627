import { randomUUID } from "node:crypto";
import { defaultConversationName, type Message, registerConversation } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { checkBytesOfNew } from "../messages/conversationLimits.ts";
import { upsertMessages } from "../messages/repository.ts";
import { toMessageRow } from "../present.ts";
import { insertConversation } from "../repository.ts";

/** The built-in folder for conversations of API clients. */
const agentsFolderId = "agents";

export const registerConversationHandler = implement(registerConversation, async (ctx, given) => {
  const ownerId = ctx.actor.userId;
  const conversationId = randomUUID();
  const now = ctx.clock.now();
  const messages = linkMessages(given.messages);
  const rows = messages.map((message) => toMessageRow(message, now));

  await transaction(ctx.db, async (tx) => {
    const row = await insertConversation(tx, {
      owner_id: ownerId,
      id: conversationId,
      name: given.name.trim() || defaultConversationName,
      folder_id: agentsFolderId,
      tags: JSON.stringify(given.tags ?? []),
      head_id: messages.at(-1)?.id ?? null,
      bytes: checkBytesOfNew(rows),
      extra: JSON.stringify({ date: given.date, data: given.data }),
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    if (!row) throw new AppError("conflict");
    await upsertMessages(tx, { ownerId, conversationId }, row.revision, rows, false);
  });
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
