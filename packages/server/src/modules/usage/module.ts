import { defineModule } from "../../core/serverModule.ts";
import { listUnpricedModelNames } from "../models/service.ts";

export const usageModule = defineModule({
  name: "usage",
  async summarize(platform) {
    const { rateLimits } = platform.config;
    if (rateLimits.length === 0) return [];
    const limits = rateLimits.map(({ period, rate }) => `$${rate} ${period.toLowerCase()}`).join(", ");
    const unpricedNames = await listUnpricedModelNames(platform);
    return [
      { label: "Limits", text: `${limits} per person` },
      ...(unpricedNames.length > 0
        ? [{ label: "", text: `not enforced for ${unpricedNames.join(", ")}: price unknown` }]
        : []),
    ];
  },
});
