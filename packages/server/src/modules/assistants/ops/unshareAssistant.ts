import { unshareAssistant as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { revokeGrants } from "../../grants/service.ts";
import { getSharableAssistant } from "../getSharableAssistant.ts";

export const unshareAssistantHandler = implement(op, async (ctx, { assistantId, recipientUsers }) => {
  const object = await getSharableAssistant(ctx, ctx.actor, assistantId);
  await revokeGrants(ctx, ctx.actor, { object, names: recipientUsers });
  return {};
});
