import { startIntegrationAuth } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { startConnecting } from "../connecting/startConnecting.ts";

export const startIntegrationAuthHandler = implement(startIntegrationAuth, async (ctx, { integration }) => ({
  Location: (await startConnecting(ctx, ctx.actor, integration)).href,
}));
