import { countMemories } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { countMemories as countByType } from "../repository.ts";

export const countMemoriesHandler = implement(countMemories, async (ctx) => {
  const counts = await countByType(ctx.db, getOwnerId(ctx.actor));
  return { ...counts, total: counts.user + counts.project + counts.assistant };
});
