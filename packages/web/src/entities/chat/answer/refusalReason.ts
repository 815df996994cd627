import { type AnswerEnd, formatLimitReached, RateLimitInfo } from "@lectern/contract";
import * as z from "zod/mini";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { getChatTexts } from "../chatErrorTexts.ts";
import type { HttpError } from "../runs/chatStream.ts";
import { getFirstSentence } from "./getFirstSentence.ts";
import { getFailureReason } from "./reply.ts";

// Not translated: it is stored with the answer and translated when it is shown, like the server's texts.
const foreignReplyText =
  "The reply didn’t come from this workspace. Your network may require you to sign in. Reload this page and try again.";
// Not translated: as above.
const signedOutText = "You were signed out before this message was answered.";

type Refusal = Pick<HttpError, "status" | "statusText" | "reason" | "fields">;

/** Returns the reason to show for a rejected request. The time at which a limit resets is in local time. */
export function getRefusalReason(refusal: Refusal, now: Date): string {
  return translateServerText(getEnglishReason(refusal, now));
}

function getEnglishReason({ status, statusText, reason, fields }: Refusal, now: Date): string {
  const parsedLimit = z.safeParse(RateLimitInfo, fields.rateLimitInfo);
  if (parsedLimit.success) return formatLimitReached(parsedLimit.data, now);
  if (reason !== null) return reason;
  if (isOk(status)) return foreignReplyText;
  // Not translated: as above.
  return `The server reported an error (${status}${statusText === "" ? "" : ` ${statusText}`}).`;
}

/** Returns the text of a response's status, such as "Too Many Requests", in the language in use. */
export const describeStatus = ({ statusText }: Pick<HttpError, "statusText">): string =>
  translateServerText(statusText);

/** Returns the text of the notice for a rejected request: what the answer's card says first, without its advice. */
export function getRefusalNotice(end: AnswerEnd): string {
  return getFirstSentence(getFailureReason(end) ?? getChatTexts().failed);
}

/** Returns the end of an answer whose request the server rejected at the time `now`. Its message is in English. */
export function toRefusedEnd(refusal: HttpError, now: Date): AnswerEnd {
  const { status, code, fields } = refusal;
  const parsedLimit = z.safeParse(RateLimitInfo, fields.rateLimitInfo);
  // The message says when the limit resets. An administrator may raise the limit earlier, so retrying is not blocked
  // until then.
  const isLimitReached = parsedLimit.success && parsedLimit.data.spent >= parsedLimit.data.limit;
  const retryAfterSeconds = isLimitReached ? null : refusal.retryAfterSeconds;
  return {
    end: "failed",
    // The server's message about a missing sign-in no longer applies once the person has signed in.
    message: status === 401 ? signedOutText : getEnglishReason(refusal, now),
    ...(code === null ? {} : { code }),
    ...(retryAfterSeconds === null
      ? {}
      : { retryAt: new Date(now.getTime() + retryAfterSeconds * 1_000).toISOString() }),
  };
}

/** True if a spending limit rejected the request. */
export const isLimitRefusal = ({ fields }: Pick<HttpError, "fields">): boolean =>
  z.safeParse(RateLimitInfo, fields.rateLimitInfo).success;

const isOk = (status: number) => status >= 200 && status < 300;
