import { getFeatureFlags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { hasIntegrations } from "../../integrations/service.ts";
import { readFlags } from "../service.ts";

export const getFeatureFlagsHandler = implement(getFeatureFlags, async (ctx) => {
  const flags = await readFlags(ctx, ctx.actor);
  // Until an administrator has enabled one, there is nothing to show.
  if (!flags.integrations || (await hasIntegrations(ctx, ctx.actor))) return flags;
  return { ...flags, integrations: false };
});
