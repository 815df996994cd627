import { callOperation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { callAssistantOperation } from "../../operations/service.ts";
import { findAppliedAssistant } from "../findAppliedAssistant.ts";

/** Belongs to assistants, which know their operations; operations know no assistants. */
export const callOperationHandler = implement(callOperation, async (ctx, { assistantId, ...call }) => {
  // A group type changes nothing about operations.
  const assistant = await findAppliedAssistant(ctx, ctx.actor, { assistantId, groupType: null });
  return callAssistantOperation(ctx, ctx.actor, assistant, call, ctx.signal);
});
