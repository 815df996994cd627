import { deleteAssistant as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { deleteAssistant } from "../deleteAssistant.ts";

export const deleteAssistantHandler = implement(op, async (ctx, { assistantId }) => {
  await deleteAssistant(ctx, ctx.actor, { assistantId });
  return {};
});
