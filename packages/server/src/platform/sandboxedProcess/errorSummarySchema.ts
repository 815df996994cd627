import * as z from "zod/mini";
import { errorCodePattern, errorNamePattern, isSourceLocation, maxLocations } from "./errorSummary.ts";

/** An `ErrorSummary` from a sandboxed process. It is untrusted, so it can contain no free text. */
export const ErrorSummarySchema = z.object({
  name: z.string().check(z.regex(errorNamePattern)),
  code: z.nullable(z.string().check(z.regex(errorCodePattern))),
  locations: z.array(z.string().check(z.refine(isSourceLocation))).check(z.maxLength(maxLocations)),
});
