import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { createSignedUrl, type SignedRoute, verifySignedUrl } from "../../core/signedUrl.ts";

/** The route that serves finished documents. The signature authorizes the download. */
export const conversionRoute: SignedRoute = { method: "GET", path: "/signed/conversions" };

/** How long after the request the server stores the document and the URL is valid. */
export const conversionTtlSeconds = 24 * 3_600;

const ConversionUrlClaim = z.object({ ownerId: z.string(), id: z.string() });
type ConversionUrlClaim = z.infer<typeof ConversionUrlClaim>;

export const createConversionUrl = (platform: Platform, conversion: ConversionUrlClaim): string =>
  createSignedUrl(platform, conversionRoute, conversion, conversionTtlSeconds);

/** Verifies the query of a conversion's URL. Throws `forbidden` if it is incomplete, modified or expired. */
export const verifyConversionUrl = (platform: Platform, query: unknown): ConversionUrlClaim =>
  z.parse(ConversionUrlClaim, verifySignedUrl(platform, conversionRoute, query));
