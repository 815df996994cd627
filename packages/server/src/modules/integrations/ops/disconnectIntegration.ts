import { disconnectIntegration } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { disconnect } from "../disconnect.ts";

export const disconnectIntegrationHandler = implement(disconnectIntegration, async (ctx, { integration }) => {
  await disconnect(ctx, { ownerId: getOwnerId(ctx.actor), id: integration, actor: ctx.actor });
  return {};
});
