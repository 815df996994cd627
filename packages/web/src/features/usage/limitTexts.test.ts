import type { RateLimitInfo } from "@lectern/contract";
import { expect, test } from "vitest";
import { getLimitHeading, getLimitKey } from "./limitTexts.ts";

const person: RateLimitInfo = { period: "Daily", limit: 5, spent: 1, resetsAt: "2026-11-22T00:00:00.000Z" };
const account: RateLimitInfo = { ...person, scope: "account", name: "Physics" };

test("the limits of a person and of an account with the same period are told apart", () => {
  expect([person, account].map(getLimitHeading)).toEqual(["Limit today", "Limit today · Physics"]);
  expect(getLimitKey(person)).not.toBe(getLimitKey(account));
});
