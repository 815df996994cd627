import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";

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

const AddressQuery = z.object({ claim: z.string(), Expires: z.string(), signature: z.string() });

/** A path of this server with a signature for that one purpose. */
export function signFileAddress(platform: Platform, route: FileRoute, claim: FileClaim): string {
  const text = Buffer.from(JSON.stringify(claim)).toString("base64url");
  const expires = `${Math.floor(platform.clock.now().getTime() / 1_000) + lifetimeSeconds[route]}`;
  const signature = platform.secrets.sign("signedUrls", signedText(route, text, expires));
  return `${fileRoutes[route].path}?claim=${text}&Expires=${expires}&signature=${signature}`;
}

/** Reads the query of an address at that route. Throws `forbidden` for one that is incomplete, was altered or has expired. */
export function openFileAddress(platform: Platform, route: FileRoute, query: unknown): FileClaim {
  const given = z.safeParse(AddressQuery, query);
  if (!given.success) throw new AppError("forbidden", { userMessage: "This address is not complete." });
  const { claim, Expires, signature } = given.data;
  const isOurs = platform.secrets.verify("signedUrls", signedText(route, claim, Expires), signature);
  if (!isOurs || Number(Expires) * 1_000 <= platform.clock.now().getTime()) {
    throw new AppError("forbidden", {
      userMessage: "This address has expired or was altered. Please ask for a new one.",
    });
  }
  return z.parse(FileClaim, JSON.parse(Buffer.from(claim, "base64url").toString("utf8")));
}

const signedText = (route: FileRoute, claim: string, expires: string) =>
  `${fileRoutes[route].method} ${fileRoutes[route].path}?${claim}&${expires}`;
