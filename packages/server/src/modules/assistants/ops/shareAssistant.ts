import { shareAssistant as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { giveGrants } from "../../grants/service.ts";
import { getSharableAssistant } from "../getSharableAssistant.ts";

export const shareAssistantHandler = implement(op, async (ctx, { assistantId, recipientUsers, accessType }) => {
  const object = await getSharableAssistant(ctx, ctx.actor, assistantId);
  await giveGrants(ctx, ctx.actor, { object, names: recipientUsers, role: accessType });
  return {};
});
