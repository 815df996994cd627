import { defineModule } from "../../core/serverModule.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import { analysisStep } from "./analysisStep.ts";
import { eraseAnalysis } from "./eraseAnalysis.ts";
import { markRecords } from "./markRecords.ts";
import { reapRecords } from "./reapRecords.ts";

const reaperIntervalMs = 60 * 60 * 1_000;

export const analyticsModule = defineModule({
  name: "analytics",
  runSteps: [analysisStep],
  prepare: markRecords,
  erasePerson: eraseAnalysis,
  start: async (platform) => [
    runPeriodically(
      reaperIntervalMs,
      () => reapRecords(platform),
      (error) => platform.log.warn({ err: error }, "records of deleted groups could not be deleted"),
    ),
  ],
});
