import { updateBuiltInGroup as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { addMembers, createBuiltInGroup, toMemberInput } from "../../groups/service.ts";
import { type SavedAssistant, saveAssistant } from "../saving/saveAssistant.ts";

export const updateBuiltInGroupHandler = implement(op, async (ctx, { assistants, members }) => {
  const { wireId: groupId } = await transaction(ctx.db, (tx) =>
    createBuiltInGroup(tx, ctx.config.builtInGroupName, ctx.clock.now()),
  );
  await addMembers(ctx, ctx.actor, { groupId, members: toMemberInput(members) });
  const assistantData: SavedAssistant[] = [];
  for (const { assistantId, baseVersion, isPublished, ...content } of assistants) {
    const target = { assistantId: assistantId ?? undefined, baseVersion, groupId };
    const input = { ...target, content, isPublished, isKeyedByName: assistantId == null };
    assistantData.push(await saveAssistant(ctx, ctx.actor, input));
  }
  return { assistantData };
});
