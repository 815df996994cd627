import { getFeatureFlags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { flagsFor } from "../service.ts";

export const getFeatureFlagsHandler = implement(getFeatureFlags, async (ctx) => flagsFor(ctx, ctx.actor));
