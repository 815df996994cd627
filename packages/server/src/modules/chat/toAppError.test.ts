import { errorStatus } from "@lectern/contract";
import { expect, test } from "vitest";
import { AppError } from "../../core/appError.ts";
import { DatabaseConnectionError } from "../../platform/db/isDatabaseUnreachable.ts";
import { QueryError } from "../../platform/db/queryError.ts";
import { ModelError, type ModelErrorKind } from "../../platform/modelProviders/modelProvider.ts";
import { toAppError } from "./toAppError.ts";

test.each<[ModelErrorKind, number]>([
  ["unreachable", 502],
  ["insecure", 502],
  ["unauthorized", 502],
  ["modelNotFound", 502],
  ["rateLimited", 429],
  ["badRequest", 502],
  ["contextTooLong", 413],
  ["contentFilter", 400],
  ["serverError", 502],
  ["timeout", 504],
  ["cut", 502],
  ["protocol", 502],
])("a model failure of kind %s has status %i and a user message", (kind, status) => {
  const error = toAppError(new ModelError(kind, "internal detail"));
  expect(errorStatus[error.code]).toBe(status);
  expect(error.userMessage).toMatch(/\.$/);
  expect(error.userMessage).not.toContain("internal detail");
});

test("an overloaded server is unavailable, and its retry delay is passed on", () => {
  expect(toAppError(new ModelError("serverError", "", { status: 503 })).code).toBe("unavailable");
  expect(toAppError(new ModelError("rateLimited", "", { retryAfterSeconds: 6.2 })).headers).toEqual({
    "retry-after": "7",
  });
});

test("a server that is loading the model says so, and its retry delay is passed on", () => {
  const loading = { status: 503, isLoadingModel: true };
  expect(toAppError(new ModelError("serverError", "", loading))).toMatchObject({
    code: "unavailable",
    userMessage: "The model is being loaded. Please try again in a minute.",
  });
  expect(toAppError(new ModelError("serverError", "", { ...loading, retryAfterSeconds: 20 }))).toMatchObject({
    userMessage: "The model is being loaded.",
    headers: { "retry-after": "20" },
  });
});

test("our own errors are unchanged, and the message of any other error is hidden", () => {
  const own = new AppError("tooLarge");
  expect(toAppError(own)).toBe(own);
  expect(toAppError(new Error("secret"))).toMatchObject({
    code: "internal",
    userMessage: "Something went wrong on the server.",
  });
});

test("an unreachable database is `unavailable`, not an internal error", () => {
  const cause = new DatabaseConnectionError(new Error("connect ECONNREFUSED 10.0.0.7:5432"));
  expect(toAppError(cause)).toMatchObject({
    code: "unavailable",
    userMessage: "The database of this workspace can’t be reached. Please try again in a minute.",
  });
});

test("a statement that the database cancelled is `unavailable`, not an internal error", () => {
  const fields = { constraint: undefined, table: undefined, column: undefined, detail: undefined };
  expect(toAppError(new QueryError("canceling statement", { code: "57014", ...fields }))).toMatchObject({
    code: "unavailable",
    userMessage: "This took too long and was stopped. Please try again later, or request less at once.",
  });
});
