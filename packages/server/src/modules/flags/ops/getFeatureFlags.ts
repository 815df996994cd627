import { getFeatureFlags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { readFlags } from "../service.ts";

export const getFeatureFlagsHandler = implement(getFeatureFlags, async (ctx) => readFlags(ctx, ctx.actor));
