import * as z from "zod/mini";
import type { Platform } from "../../../core/context.ts";
import { createSignedUrl, type SignedRoute, verifySignedUrl } from "../../../core/signedUrl.ts";

type SigningServices = Pick<Platform, "secrets" | "clock">;

/** The route to which a browser sends the bytes of a file. */
export const generatedUploadRoute: SignedRoute = { method: "PUT", path: "/signed/generated_files" };
/** The route that serves a file. */
export const generatedFileRoute: SignedRoute = { method: "GET", path: "/signed/generated_files" };

/** How long the addresses are valid. */
const lifetimeSeconds = 3_600;

/** `ownerId`: who may open the address, and has the file. `isInline`: the file is shown, not saved. */
const Claim = z.object({ ownerId: z.string(), key: z.string(), isInline: z.boolean() });
export type GeneratedFileClaim = z.infer<typeof Claim>;

export const createUploadUrl = (services: SigningServices, claim: Omit<GeneratedFileClaim, "isInline">): string =>
  createSignedUrl(services, generatedUploadRoute, { ...claim, isInline: false }, lifetimeSeconds);

export const createDownloadUrl = (services: SigningServices, claim: GeneratedFileClaim): string =>
  createSignedUrl(services, generatedFileRoute, claim, lifetimeSeconds);

/** Verifies the query of an address. Throws `forbidden` if it is incomplete, modified or expired. */
export const verifyGeneratedFileUrl = (
  services: SigningServices,
  route: SignedRoute,
  query: unknown,
): GeneratedFileClaim => z.parse(Claim, verifySignedUrl(services, route, query));
