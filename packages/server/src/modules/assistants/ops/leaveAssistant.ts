import { leaveAssistant as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getSubject } from "../../access/service.ts";
import { dropGrant } from "../../grants/service.ts";
import { findSummary } from "../listing/repository.ts";
import { authorizeAssistant } from "../policy.ts";

export const leaveAssistantHandler = implement(op, async (ctx, { assistantId }) => {
  const { id } = authorizeAssistant(await findSummary(ctx.db, getSubject(ctx.actor), assistantId), "use");
  return { isRemoved: await dropGrant(ctx, ctx.actor, { type: "assistant", id }) };
});
