import type { Config } from "../../config.ts";
import { defineModule } from "../../core/serverModule.ts";
import { registerFileRoutes } from "../../http/files/fileRoutes.ts";
import { getBlobFolder } from "../../platform/blobStore/createBlobStore.ts";
import { registerFileJobs } from "./documents/registerFileJobs.ts";
import { startFileReaper } from "./documents/startFileReaper.ts";
import { eraseFiles } from "./eraseFiles.ts";
import "./objectType.ts";

/** How often the file reaper runs. */
const reaperIntervalMs = 30_000;

export const filesModule = defineModule({
  name: "files",
  registerRoutes: registerFileRoutes,
  registerJobs: registerFileJobs,
  erasePerson: eraseFiles,
  start: async (platform) => [startFileReaper(platform, reaperIntervalMs)],
  summarize: async ({ config }) => [
    { label: "Files", text: describeStore(config) },
    { label: "", text: describeOcr(config) },
  ],
});

function describeStore({ s3, dataDir, databaseUrl }: Config): string {
  if (s3) return `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3 in ${s3.region}`}`;
  return `${getBlobFolder(dataDir)}${databaseUrl ? "; all processes on this database must share this folder" : ""}`;
}

function describeOcr({ extraction: { ocrLanguages } }: Config): string {
  return ocrLanguages === null
    ? "text in images and scans is not recognized (OCR=on turns this on)"
    : `text in images and scans is recognized (${ocrLanguages.join(", ")})`;
}
