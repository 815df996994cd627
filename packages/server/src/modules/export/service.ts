export { conversionRoute } from "./conversionAddress.ts";
export { conversionDownload } from "./conversionDownload.ts";
export { registerExportJobs } from "./registerExportJobs.ts";
export { startTending } from "./startTending.ts";
