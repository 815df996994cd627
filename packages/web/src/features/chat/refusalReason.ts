import { limitReachedText, RateLimitInfo } from "@lectern/contract";
import * as z from "zod/mini";
import type { HttpError } from "../../lib/chatStream.ts";

/** Why the server refused, for the person: in the reader's own time where it is a limit that will end. */
export function refusalReason(
  { status, statusText, reason, fields }: Pick<HttpError, "status" | "statusText" | "reason" | "fields">,
  now: Date,
): string {
  const limit = z.safeParse(RateLimitInfo, fields.rateLimitInfo);
  if (limit.success) return limitReachedText(limit.data, now);
  return reason ?? `${status} ${statusText}`;
}
