import { createAssistant as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { saveAssistant } from "../saving/saveAssistant.ts";

export const createAssistantHandler = implement(op, (ctx, input) => {
  const { assistantId, baseVersion, groupId, isPublished, draftId, ...content } = input;
  return saveAssistant(ctx, ctx.actor, {
    content,
    assistantId: assistantId ?? undefined,
    baseVersion,
    groupId: groupId ?? undefined,
    isPublished,
    draftId,
  });
});
