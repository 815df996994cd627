import { defineModule } from "../../core/serverModule.ts";
import { listUnpricedModelNames } from "../models/service.ts";
import { usageStep } from "./usageStep.ts";

export const usageModule = defineModule({
  name: "usage",
  runSteps: [usageStep],
  async summarize(platform) {
    const { rateLimits } = platform.config;
    if (rateLimits.length === 0) return [];
    const limitsText = rateLimits.map(({ period, rate }) => `$${rate} ${period.toLowerCase()}`).join(", ");
    const unpricedModelNames = await listUnpricedModelNames(platform);
    return [
      { label: "Limits", text: `${limitsText} per person` },
      ...(unpricedModelNames.length > 0
        ? [{ label: "", text: `not enforced for ${unpricedModelNames.join(", ")}: price unknown` }]
        : []),
    ];
  },
});
