export { conversionRoute } from "./conversionUrl.ts";
export { getConversionDownload } from "./getConversionDownload.ts";
export { registerExportJobs } from "./registerExportJobs.ts";
export { startConversionReaper } from "./startConversionReaper.ts";
