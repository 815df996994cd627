import { type AnswerEnd, chatTexts, limitReachedText, RateLimitInfo } from "@lectern/contract";
import * as z from "zod/mini";
import type { HttpError } from "../runs/chatStream.ts";

const signedOutBefore = "You were signed out before this message was answered.";
const notAnAnswer =
  "Something else came in the place of an answer, as from a network that wants a sign-in of its own. Reload this page and try again.";

/** Why the server refused, for the person: in the reader's own time where it is a limit that will end. */
export function refusalReason(
  { status, statusText, reason, fields }: Pick<HttpError, "status" | "statusText" | "reason" | "fields">,
  now: Date,
): string {
  const limit = z.safeParse(RateLimitInfo, fields.rateLimitInfo);
  if (limit.success) return limitReachedText(limit.data, now);
  if (reason !== null) return reason;
  return isOk(status) ? notAnAnswer : `${status} ${statusText}`;
}

/** What the notice of a refusal says: the status, unless that says that all is well. */
export function refusalTitle({ status, statusText }: Pick<HttpError, "status" | "statusText">): string {
  return isOk(status) ? chatTexts.failed : statusText;
}

/** The end of an answer in whose place the server sent this, at the time `now`. */
export function refusedEnd(refusal: HttpError, now: Date): AnswerEnd {
  const { status, code, fields } = refusal;
  const limit = z.safeParse(RateLimitInfo, fields.rateLimitInfo);
  // The message says when a limit that is used up starts anew. It may be raised before, so nobody is made to wait for that.
  const isUsedUp = limit.success && limit.data.spent >= limit.data.limit;
  const retryAfterSeconds = isUsedUp ? null : refusal.retryAfterSeconds;
  return {
    end: "failed",
    // What the server says of a missing sign-in would no longer be so once the person is back.
    message: status === 401 ? signedOutBefore : refusalReason(refusal, now),
    ...(code === null ? {} : { code }),
    ...(retryAfterSeconds === null
      ? {}
      : { retryAt: new Date(now.getTime() + retryAfterSeconds * 1_000).toISOString() }),
  };
}

const isOk = (status: number) => status >= 200 && status < 300;
