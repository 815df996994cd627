import * as z from "zod/mini";
import type { Actor, Platform } from "../../core/context.ts";
import { createSignedUrl, verifySignedUrl } from "../../core/signedUrl.ts";

/** The routes of signed URLs. The signature covers the path, so a URL is valid for one route only. */
export const fileRoutes = {
  upload: { method: "PUT", path: "/signed/files/upload" },
  status: { method: "GET", path: "/signed/files/status" },
  metadata: { method: "GET", path: "/signed/files/metadata" },
  content: { method: "GET", path: "/signed/files/content" },
  download: { method: "GET", path: "/signed/files/download" },
} as const;
export type FileRoute = keyof typeof fileRoutes;

/** The claim in a signed URL for one file. The route determines what the URL permits. */
const FileUrlClaim = z.object({
  /** The person who may open the URL. */
  ownerId: z.string(),
  key: z.string(),
  /** The assistant through which the person may read the file; absent: the person's own right is needed. */
  assistantId: z.optional(z.string()),
  /** For an upload: the exact number of bytes; null if any number up to the server's limit is allowed. */
  size: z.optional(z.nullable(z.number())),
  /** For an upload: the media type. */
  type: z.optional(z.string()),
  /** For a download: the name to save the file under. */
  name: z.optional(z.string()),
});
export type FileUrlClaim = z.infer<typeof FileUrlClaim>;

/** A verified claim with the person for whom it was signed, who has passed the gates. */
export type OpenedFileUrl = Omit<FileUrlClaim, "ownerId"> & { actor: Actor };

/** How long each URL is valid. The URL's `Expires` parameter has the expiry in seconds since 1970. */
const ttlSecondsByRoute: Record<FileRoute, number> = {
  upload: 3_600,
  status: 24 * 3_600,
  metadata: 24 * 3_600,
  content: 24 * 3_600,
  download: 3_600,
};
export const uploadUrlTtlSeconds = ttlSecondsByRoute.upload;
export const downloadUrlTtlSeconds = ttlSecondsByRoute.download;

/** Returns a signed path of this server for one route and one file. */
export const createFileUrl = (platform: Platform, route: FileRoute, claim: FileUrlClaim): string =>
  createSignedUrl(platform, fileRoutes[route], claim, ttlSecondsByRoute[route]);

/** Verifies the query of a URL for this route. Throws `forbidden` if it is incomplete, modified or expired. */
export const verifyFileUrl = (platform: Platform, route: FileRoute, query: unknown): FileUrlClaim =>
  z.parse(FileUrlClaim, verifySignedUrl(platform, fileRoutes[route], query));
