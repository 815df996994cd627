import { defineModule } from "../../core/serverModule.ts";
import { listUnpricedModelNames } from "../models/service.ts";
import { getLimitWindows } from "./policy.ts";
import { listRateLimits } from "./rateLimits.ts";
import { usageStep } from "./usageStep.ts";

export const usageModule = defineModule({
  name: "usage",
  runSteps: [usageStep],
  async summarize(platform) {
    const windows = getLimitWindows(platform.clock.now(), await listRateLimits(platform));
    if (windows.length === 0) return [];
    const limitsText = windows.map(({ period, limit }) => `$${limit} ${period.toLowerCase()}`).join(", ");
    const unpricedModelNames = await listUnpricedModelNames(platform);
    return [
      { label: "Limits", text: `${limitsText} per person` },
      ...(unpricedModelNames.length > 0
        ? [{ label: "", text: `not enforced for ${unpricedModelNames.join(", ")}: price unknown` }]
        : []),
    ];
  },
});
