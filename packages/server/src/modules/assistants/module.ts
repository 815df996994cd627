import { defineModule } from "../../core/serverModule.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import { assistantStep } from "./assistantStep.ts";
import { seedSystemAssistants } from "./builtIn/seedSystemAssistants.ts";
import { eraseAssistants } from "./eraseAssistants.ts";
import { createUnusedFilesReaper } from "./unusedFiles/createUnusedFilesReaper.ts";
import "./objectType.ts";

const reaperIntervalMs = 60 * 60 * 1_000;

export const assistantsModule = defineModule({
  name: "assistants",
  runSteps: [assistantStep],
  seed: seedSystemAssistants,
  erasePerson: eraseAssistants,
  start: async (platform) => [
    runPeriodically(reaperIntervalMs, createUnusedFilesReaper(platform), (error) =>
      platform.log.warn({ err: error }, "unused files of groups could not be deleted"),
    ),
  ],
});
