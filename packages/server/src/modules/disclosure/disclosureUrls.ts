import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { createSignedUrl, verifySignedUrl } from "../../core/signedUrl.ts";
import { SiteUpload, siteUploadUrlSeconds } from "../siteFiles/service.ts";

/** The routes of signed URLs for the PDF of the agreement. */
export const disclosureRoutes = {
  upload: { method: "PUT", path: "/signed/disclosure/upload" },
  download: { method: "GET", path: "/signed/disclosure/download" },
} as const;

const DownloadClaim = z.object({ ownerId: z.string(), version: z.string() });
type DownloadClaim = z.infer<typeof DownloadClaim>;

const UploadClaim = z.extend(SiteUpload, {
  /** The administrator who may use the URL. */
  ownerId: z.string(),
  version: z.string(),
});
export type UploadClaim = z.infer<typeof UploadClaim>;

/** People may leave the agreement open for hours. */
const downloadTtlSeconds = 24 * 3_600;

export const createUploadUrl = (platform: Platform, claim: UploadClaim): string =>
  createSignedUrl(platform, disclosureRoutes.upload, claim, siteUploadUrlSeconds);

export const createDownloadUrl = (platform: Platform, claim: DownloadClaim): string =>
  createSignedUrl(platform, disclosureRoutes.download, claim, downloadTtlSeconds);

/** Verifies the query of a URL. Throws `forbidden` if it is incomplete, modified or expired. */
export const verifyUploadUrl = (platform: Platform, query: unknown): UploadClaim =>
  z.parse(UploadClaim, verifySignedUrl(platform, disclosureRoutes.upload, query));

/** As `verifyUploadUrl`. */
export const verifyDownloadUrl = (platform: Platform, query: unknown): DownloadClaim =>
  z.parse(DownloadClaim, verifySignedUrl(platform, disclosureRoutes.download, query));
