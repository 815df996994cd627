import { ApiDocumentKind } from "@lectern/contract";
import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { createSignedUrl, type SignedRoute, verifySignedUrl } from "../../core/signedUrl.ts";
import { SiteUpload, siteUploadUrlSeconds } from "../siteFiles/service.ts";

type SigningServices = Pick<Platform, "secrets" | "clock">;

/** The route to which administrators send a part of the documentation. */
export const apiDocumentUploadRoute: SignedRoute = { method: "PUT", path: "/signed/api_documentation" };
/** The route that serves the documentation, and the templates for it. */
export const apiDocumentRoute: SignedRoute = { method: "GET", path: "/signed/api_documentation" };

const lifetimeSeconds = 3_600;

const UploadClaim = z.extend(SiteUpload, { ownerId: z.string(), kind: ApiDocumentKind });
export type UploadClaim = z.infer<typeof UploadClaim>;

export const createApiDocumentUploadUrl = (services: SigningServices, claim: UploadClaim): string =>
  createSignedUrl(services, apiDocumentUploadRoute, claim, siteUploadUrlSeconds);

/** Throws `forbidden` if the URL is incomplete, modified or expired. */
export const verifyApiDocumentUpload = (services: SigningServices, query: unknown): UploadClaim =>
  z.parse(UploadClaim, verifySignedUrl(services, apiDocumentUploadRoute, query));

const DownloadClaim = z.object({ ownerId: z.string(), document: z.enum([...ApiDocumentKind.options, "templates"]) });
type DownloadClaim = z.infer<typeof DownloadClaim>;

export const createApiDocumentUrl = (services: SigningServices, claim: DownloadClaim): string =>
  createSignedUrl(services, apiDocumentRoute, claim, lifetimeSeconds);

/** Throws `forbidden` if the URL is incomplete, modified or expired. */
export const verifyApiDocumentUrl = (services: SigningServices, query: unknown): DownloadClaim =>
  z.parse(DownloadClaim, verifySignedUrl(services, apiDocumentRoute, query));
