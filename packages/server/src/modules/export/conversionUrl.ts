import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { createSignedUrl, type SignedRoute, verifySignedUrl } from "../../core/signedUrl.ts";

/** The route that serves finished documents. The signature is the permission. */
export const conversionRoute: SignedRoute = { method: "GET", path: "/signed/conversions" };

/** How long a document is stored and its address is valid. */
export const conversionTtlSeconds = 24 * 3_600;

const ConversionUrlClaim = z.object({ ownerId: z.string(), id: z.string() });
type ConversionUrlClaim = z.infer<typeof ConversionUrlClaim>;

export const createConversionUrl = (platform: Platform, conversion: ConversionUrlClaim): string =>
  createSignedUrl(platform, conversionRoute, conversion, conversionTtlSeconds);

/** Throws `forbidden` if the address is incomplete, altered or expired. */
export const verifyConversionUrl = (platform: Platform, query: unknown): ConversionUrlClaim =>
  z.parse(ConversionUrlClaim, verifySignedUrl(platform, conversionRoute, query));
