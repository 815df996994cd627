import { defineModule } from "../../core/serverModule.ts";
import { registerGeneratedFileRoutes } from "../../http/files/generatedFileRoutes.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import { codeInterpreterStep } from "./codeInterpreterStep.ts";
import { eraseGeneratedFiles } from "./files/eraseGeneratedFiles.ts";
import { deleteOrphanedFiles, reapGeneratedFiles } from "./files/reapGeneratedFiles.ts";

const reaperIntervalMs = 30_000;
const orphansIntervalMs = 3_600_000;

export const codeInterpreterModule = defineModule({
  name: "codeInterpreter",
  runSteps: [codeInterpreterStep],
  registerRoutes: registerGeneratedFileRoutes,
  erasePerson: eraseGeneratedFiles,
  start: async (platform) => [
    runPeriodically(
      reaperIntervalMs,
      () => reapGeneratedFiles(platform),
      (error) => platform.log.warn({ err: error }, "generated files could not be reaped"),
    ),
    runPeriodically(
      orphansIntervalMs,
      () => deleteOrphanedFiles(platform),
      (error) => platform.log.warn({ err: error }, "generated files without a conversation could not be deleted"),
    ),
  ],
});
