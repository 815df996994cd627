import { defineModule } from "../../core/serverModule.ts";
import { registerConversionRoutes } from "../../http/files/conversionRoutes.ts";
import { registerPptxUploadRoute } from "../../http/files/siteFileRoutes.ts";
import { eraseConversions } from "./eraseConversions.ts";
import { registerExportJobs } from "./registerExportJobs.ts";
import { startConversionReaper } from "./startConversionReaper.ts";

/** How often the conversion reaper runs. */
const reaperIntervalMs = 30_000;

export const exportModule = defineModule({
  name: "export",
  registerRoutes(app, platform) {
    registerConversionRoutes(app, platform);
    registerPptxUploadRoute(app, platform);
  },
  registerJobs: registerExportJobs,
  erasePerson: eraseConversions,
  start: async (platform) => [startConversionReaper(platform, reaperIntervalMs)],
});
