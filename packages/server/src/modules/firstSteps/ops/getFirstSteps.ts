import { getFirstSteps } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { loadAppearance } from "../../appearance/service.ts";
import { hasGroups } from "../../groups/service.ts";
import { hasLanguageModel } from "../../models/service.ts";
import { findStoredRateLimit } from "../../usage/service.ts";
import { areFirstStepsHidden } from "../repository.ts";

export const getFirstStepsHandler = implement(getFirstSteps, async (ctx) => {
  const { db, config } = ctx;
  const stored = await findStoredRateLimit(db);
  return {
    isHidden: await areFirstStepsHidden(db),
    done: {
      model: await hasLanguageModel(db),
      signIn: config.oidc !== null,
      limits:
        config.rateLimits.length > 0 || (stored !== null && stored.period !== "Unlimited" && (stored.rate ?? 0) > 0),
      storage: (await loadAppearance(ctx)).appearance.defaultStorage !== null,
      group: await hasGroups(db),
    },
  };
});
