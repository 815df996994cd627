import { expect, test } from "vitest";
import { summarizeError } from "./errorSummary.ts";
import { ErrorSummarySchema } from "./errorSummarySchema.ts";

const secret = "aubergine-2718";

test("an error is summarized by its class, its code and where it was thrown", () => {
  const error = Object.assign(new RangeError(`at ${secret}`), { code: "ENOSPC" });
  expect(summarizeError(error)).toEqual({
    name: "RangeError",
    code: "ENOSPC",
    locations: expect.arrayContaining([
      expect.stringMatching(/^packages\/server\/src\/platform\/sandboxedProcess\/errorSummary\.test\.ts:\d+$/),
    ]),
  });
});

test("no text of an error is in its summary, even if it resembles a class, a code or a stack trace", () => {
  const error = new Error(`${secret}\n    at packages/${secret}.ts:1:2\n    at x (node_modules/../${secret}.js:3:4)`);
  Object.assign(error, { name: `${secret} Error`, code: secret });
  for (const thrown of [error, secret, { message: secret }, null])
    expect(JSON.stringify(summarizeError(thrown))).not.toContain(secret);
});

test("a summary with free text is malformed", () => {
  const summary = summarizeError(new TypeError("x"));
  expect(ErrorSummarySchema.safeParse(summary).success).toBe(true);
  for (const change of [
    { name: "some words" },
    { code: "some words" },
    { locations: ["packages/some-words.ts:1"] },
    { locations: ["packages/server/package.json some words"] },
    { locations: Array(5).fill(summary.locations[0]) },
  ])
    expect(ErrorSummarySchema.safeParse({ ...summary, ...change }).success, JSON.stringify(change)).toBe(false);
});
