import { defineModule } from "../../core/serverModule.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import { listUnpricedModelNames } from "../models/service.ts";
import { getLimitWindows } from "./policy.ts";
import { listRateLimits } from "./rateLimits.ts";
import { rollUpUsage } from "./rollup/rollUpUsage.ts";
import { usageStep } from "./usageStep.ts";

/** Reports read the rows of today and of days that have changed, so this may be late. */
const rollupIntervalMs = 10 * 60 * 1_000;

export const usageModule = defineModule({
  name: "usage",
  runSteps: [usageStep],
  async start(platform) {
    const stopping = new AbortController();
    const task = runPeriodically(
      rollupIntervalMs,
      () => rollUpUsage(platform, stopping.signal),
      (error) => platform.log.warn({ err: error }, "the usage of past days could not be summed"),
    );
    return [
      {
        stop() {
          stopping.abort();
          return task.stop();
        },
      },
    ];
  },
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
