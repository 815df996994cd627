import { getFeatureFlags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { loadFlags } from "../service.ts";

export const getFeatureFlagsHandler = implement(getFeatureFlags, async (ctx) => loadFlags(ctx, ctx.actor));
