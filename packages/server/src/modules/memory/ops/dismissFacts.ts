import { dismissFacts } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { deletePendingFacts } from "../extraction/repository.ts";

export const dismissFactsHandler = implement(dismissFacts, async (ctx, { fact_ids: ids }) => {
  const ownerId = getOwnerId(ctx.actor);
  await deletePendingFacts(ctx.db, ownerId, ids);
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return {};
});
