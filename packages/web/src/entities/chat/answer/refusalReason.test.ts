import { afterEach, describe, expect, test } from "vitest";
import { createStatusError, readFailure } from "../../../lib/callError.ts";
import { setServerTextTranslation } from "../../../lib/i18n/translateServerText.ts";
import { describeStatus, getRefusalNotice, getRefusalReason, toRefusedEnd } from "./refusalReason.ts";
import { getFailureReason } from "./reply.ts";

const refused = { status: 429, statusText: "Too Many Requests", reason: "Says the server." };
const now = new Date("2026-11-21T14:37:05Z");

afterEach(() => setServerTextTranslation(null));

describe("the reason for a refused question", () => {
  test("gives the reset of a limit in local time", () => {
    const rateLimitInfo = { period: "Hourly", limit: 5, spent: 5.2, resetsAt: "2026-11-21T15:00:00.000Z" };
    const local = new Date(rateLimitInfo.resetsAt).toTimeString().slice(0, 5);
    expect(getRefusalReason({ ...refused, fields: { rateLimitInfo } }, now)).toBe(
      `You have used your $5.00 for this hour. The limit resets at ${local}.`,
    );
  });

  test("is the server's message in any other case, or the status if there is none", () => {
    expect(getRefusalReason({ ...refused, fields: { rateLimitInfo: { period: "Never" } } }, now)).toBe(
      "Says the server.",
    );
    expect(getRefusalReason({ ...refused, reason: null, fields: {} }, now)).toBe(
      "The server reported an error (429 Too Many Requests).",
    );
  });

  test("comes with the status in the language in use, which is stored in English", () => {
    const failed = { status: 404, statusText: "Not Found" };
    expect(describeStatus(failed)).toBe("Not Found");
    setServerTextTranslation((text) => (text === "Not Found" ? "Nicht gefunden" : text));
    expect(describeStatus(failed)).toBe("Nicht gefunden");
    expect(describeStatus({ status: 599, statusText: "Status 599" })).toBe("Status 599");
    // The reason of a limit says more.
    expect(describeStatus(refused)).toBeNull();
    const refusal = { ...refused, kind: "httpError" as const, code: null, retryAfterSeconds: null };
    expect(toRefusedEnd({ ...refusal, reason: null, fields: {} }, now).message).toBe(
      "The server reported an error (429 Too Many Requests).",
    );
  });

  test("is shortened to its cause in the notice", () => {
    const message = "The model is busy. Please try again in a moment.";
    expect(getRefusalNotice({ end: "failed", message })).toBe("The model is busy.");
  });

  test("has the time to retry, but not for a limit that is used up, which may be raised earlier", () => {
    const refusal = { ...refused, kind: "httpError" as const, code: "rateLimited", retryAfterSeconds: 3_600 };
    expect(toRefusedEnd({ ...refusal, fields: {} }, now).retryAt).toBe("2026-11-21T15:37:05.000Z");
    const usedUp = { period: "Hourly", limit: 5, spent: 5.2, resetsAt: "2026-11-21T15:00:00.000Z" };
    expect(toRefusedEnd({ ...refusal, fields: { rateLimitInfo: usedUp } }, now).retryAt).toBeUndefined();
    const stillWritten = { ...usedUp, spent: 4 };
    expect(toRefusedEnd({ ...refusal, fields: { rateLimitInfo: stillWritten } }, now).retryAt).toBeDefined();
  });

  test("is stored in English and shown in the language in use, like the reason of any failed call", () => {
    setServerTextTranslation((text) => `[de] ${text}`);
    const failure = readFailure({ success: false, message: "The model is busy.", code: "rateLimited" });
    const refusal = {
      ...refused,
      ...failure,
      ...{
        kind: "httpError" as const,
        reason: failure.reason ?? null,
        code: null,
        retryAfterSeconds: null,
        fields: {},
      },
    };
    const end = toRefusedEnd(refusal, now);
    expect(end.message).toBe("The model is busy.");
    expect(getFailureReason(end)).toBe("[de] The model is busy.");
    expect(getRefusalReason(refusal, now)).toBe("[de] The model is busy.");
    expect(createStatusError("GET /x", 429, failure).reason).toBe("[de] The model is busy.");
    const signedOut = toRefusedEnd({ ...refusal, status: 401 }, now);
    expect(signedOut.message).toBe("You were signed out before this message was answered.");
    const page = toRefusedEnd({ ...refusal, status: 200, reason: null }, now);
    expect(page.message).toMatch(/^The reply didn’t come from this workspace/);
  });

  test("is never the text of a success, as when a proxy sends a page with status 200", () => {
    const page = { status: 200, statusText: "OK", reason: null, fields: {} };
    expect(getRefusalReason(page, now)).toMatch(/^The reply didn’t come from this workspace/);
  });
});
