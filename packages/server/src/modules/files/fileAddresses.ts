import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { openAddress, signAddress } from "../../core/signedAddress.ts";

/** What can be done at an address. Each has a path of its own, which its signature covers: an address opens no other route. */
export const fileRoutes = {
  upload: { method: "PUT", path: "/signed/files/upload" },
  status: { method: "GET", path: "/signed/files/status" },
  metadata: { method: "GET", path: "/signed/files/metadata" },
  content: { method: "GET", path: "/signed/files/content" },
  download: { method: "GET", path: "/signed/files/download" },
} as const;
export type FileRoute = keyof typeof fileRoutes;

/** What an address lets whoever holds it do, with one file. */
const FileClaim = z.object({
  ownerId: z.string(),
  key: z.string(),
  /** Of an upload: exactly so many bytes, null: at most what the server takes; and of this media type. */
  size: z.optional(z.nullable(z.number())),
  type: z.optional(z.string()),
  /** Of a download: the name to save it under. */
  name: z.optional(z.string()),
});
export type FileClaim = z.infer<typeof FileClaim>;

/** How long each address is good for. The end stands in the address as `Expires`, in seconds since 1970. */
const lifetimeSeconds: Record<FileRoute, number> = {
  upload: 3_600,
  status: 24 * 3_600,
  metadata: 24 * 3_600,
  content: 24 * 3_600,
  download: 3_600,
};
export const uploadSeconds = lifetimeSeconds.upload;
export const downloadSeconds = lifetimeSeconds.download;

/** A path of this server with a signature for that one purpose. */
export const signFileAddress = (platform: Platform, route: FileRoute, claim: FileClaim): string =>
  signAddress(platform, fileRoutes[route], claim, lifetimeSeconds[route]);

/** Reads the query of an address at that route. Throws `forbidden` for one that is incomplete, was altered or has expired. */
export const openFileAddress = (platform: Platform, route: FileRoute, query: unknown): FileClaim =>
  z.parse(FileClaim, openAddress(platform, fileRoutes[route], query));
