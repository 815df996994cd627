import { updateBuiltInGroup as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { addMembers, createBuiltInGroup, toMemberInput } from "../../groups/service.ts";
import { copyBuiltInAssistant } from "../builtIn/copyBuiltInAssistant.ts";
import { type SavedAssistant, saveAssistant } from "../saving/saveAssistant.ts";

export const updateBuiltInGroupHandler = implement(op, async (ctx, { assistants, members }) => {
  const group = await transaction(ctx.db, (tx) => createBuiltInGroup(tx, ctx.config.builtInGroupName, ctx.clock.now()));
  const groupId = group.wireId;
  await addMembers(ctx, ctx.actor, { groupId, members: toMemberInput(members) });
  const assistantData: SavedAssistant[] = [];
  for (const assistant of assistants) {
    if (typeof assistant === "string") {
      assistantData.push(await copyBuiltInAssistant(ctx, group, assistant));
      continue;
    }
    const { assistantId, baseVersion, isPublished, ...content } = assistant;
    const target = { assistantId: assistantId ?? undefined, baseVersion, groupId };
    const input = { ...target, content, isPublished, isKeyedByName: assistantId == null };
    assistantData.push(await saveAssistant(ctx, ctx.actor, input));
  }
  return { assistantData };
});
