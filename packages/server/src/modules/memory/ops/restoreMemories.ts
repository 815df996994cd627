import { restoreMemories } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { toStorableText } from "../../conversations/service.ts";
import { checkMemoryLimits } from "../memoryLimits.ts";
import { toTarget } from "../memoryTarget.ts";
import { insertMemories, lockMemories } from "../repository.ts";

export const restoreMemoriesHandler = implement(restoreMemories, async (ctx, { memories }) => {
  const ownerId = getOwnerId(ctx.actor);
  const now = ctx.clock.now().getTime();
  const restored = memories.map(({ id, content, memory_type: type, memory_type_id: typeId, timestamp }) => ({
    id,
    target: toTarget(type, typeId),
    content: toStorableText(content),
    createdAt: new Date(Math.min(new Date(timestamp).getTime(), now)),
  }));
  const ids = await transaction(ctx.db, async (tx) => {
    await lockMemories(tx, ownerId);
    const insertedIds = await insertMemories(tx, ownerId, restored);
    await checkMemoryLimits(
      tx,
      ownerId,
      restored.map(({ target }) => target),
    );
    return insertedIds;
  });
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return { count: ids.length };
});
