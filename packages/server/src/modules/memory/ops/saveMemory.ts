import { saveMemory } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { assertOwnEmail } from "../assertOwnEmail.ts";
import { toTarget } from "../memoryTarget.ts";
import { presentMemory } from "../present.ts";
import { storeMemory } from "../storeMemory.ts";

export const saveMemoryHandler = implement(saveMemory, async (ctx, input) => {
  const { MemoryItem: content, MemoryType: type, MemoryTypeID: typeId, replaces, fact_id: factId } = input;
  if (type === "user") assertOwnEmail(ctx.actor, typeId);
  const row = await storeMemory(ctx, ctx.actor, { target: toTarget(type, typeId), content, replaces, factId });
  publishBrowserEvent(ctx, getOwnerId(ctx.actor), { type: "memories" });
  return { memory: presentMemory(row, ctx.actor) };
});
