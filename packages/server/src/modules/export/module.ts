import { defineModule } from "../../core/serverModule.ts";
import { registerConversionRoutes } from "../../http/files/conversionRoutes.ts";
import { registerExportJobs } from "./registerExportJobs.ts";
import { startConversionReaper } from "./startConversionReaper.ts";

/** How often the server looks for conversions whose background job was lost. */
const resumeIntervalMs = 30_000;

export const exportModule = defineModule({
  name: "export",
  registerRoutes: registerConversionRoutes,
  registerJobs: registerExportJobs,
  start: async (platform) => [startConversionReaper(platform, resumeIntervalMs)],
});
