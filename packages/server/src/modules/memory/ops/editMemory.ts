import { editMemory } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { toStorableText } from "../../conversations/service.ts";
import { createMemoryNotFoundError } from "../errors.ts";
import { toTarget } from "../memoryTarget.ts";
import { presentMemory } from "../present.ts";
import { findMemory, findMemoryByText, lockMemories, updateMemory } from "../repository.ts";

export const editMemoryHandler = implement(editMemory, async (ctx, { memory_id: id, content: text }) => {
  const ownerId = getOwnerId(ctx.actor);
  const content = toStorableText(text);
  const row = await transaction(ctx.db, async (tx) => {
    await lockMemories(tx, ownerId);
    const memory = await findMemory(tx, ownerId, id);
    if (!memory) throw createMemoryNotFoundError();
    const target = toTarget(memory.type, memory.project_id ?? memory.assistant_id ?? "");
    const same = await findMemoryByText(tx, ownerId, target, content);
    if (same && same.id !== id) throw new AppError("conflict", { userMessage: "You already have this memory." });
    return updateMemory(tx, ownerId, id, content);
  });
  if (!row) throw createMemoryNotFoundError();
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return { memory: presentMemory(row, ctx.actor) };
});
