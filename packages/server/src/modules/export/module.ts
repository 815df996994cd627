import { defineModule } from "../../core/serverModule.ts";
import { registerConversionRoutes } from "../../http/files/conversionRoutes.ts";
import { registerExportJobs } from "./registerExportJobs.ts";
import { startConversionReaper } from "./startConversionReaper.ts";

/** How often the conversion reaper runs. */
const reaperIntervalMs = 30_000;

export const exportModule = defineModule({
  name: "export",
  registerRoutes: registerConversionRoutes,
  registerJobs: registerExportJobs,
  start: async (platform) => [startConversionReaper(platform, reaperIntervalMs)],
});
