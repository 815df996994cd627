import { clearMemories } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { deleteSomePendingFacts, storeClearing } from "../extraction/repository.ts";
import { deleteSomeMemories, lockMemories } from "../repository.ts";

/** More than anybody can have. */
const all = 1_000_000;

export const clearMemoriesHandler = implement(clearMemories, async (ctx) => {
  const ownerId = getOwnerId(ctx.actor);
  const count = await transaction(ctx.db, async (tx) => {
    await lockMemories(tx, ownerId);
    await storeClearing(tx, ownerId, ctx.clock.now());
    await deleteSomePendingFacts(tx, ownerId, all);
    return deleteSomeMemories(tx, ownerId, all);
  });
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return { count };
});
