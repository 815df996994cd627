import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { openAddress, type SignedRoute, signAddress } from "../../core/signedAddress.ts";

/** Where documents are fetched. The signature is the right to. */
export const conversionRoute: SignedRoute = { method: "GET", path: "/signed/conversions" };

/** For as long as a document is kept, and its address is good. */
export const keptSeconds = 24 * 3_600;

const ConversionAddress = z.object({ ownerId: z.string(), id: z.string() });
type ConversionAddress = z.infer<typeof ConversionAddress>;

export const signConversionAddress = (platform: Platform, conversion: ConversionAddress): string =>
  signAddress(platform, conversionRoute, conversion, keptSeconds);

/** Throws `forbidden` for an address that is incomplete, was altered or has expired. */
export const openConversionAddress = (platform: Platform, query: unknown): ConversionAddress =>
  z.parse(ConversionAddress, openAddress(platform, conversionRoute, query));
