import { expect, test } from "vitest";
import { isDatabaseUnreachable } from "./isDatabaseUnreachable.ts";
import { QueryError } from "./queryError.ts";

const queryError = (code: string) =>
  new QueryError("", { code, constraint: undefined, table: undefined, column: undefined, detail: undefined });
const systemError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["a shutdown by an administrator", queryError("57P01")],
  ["a server that is starting", queryError("57P03")],
  ["a connection failure", queryError("08006")],
  ["a closed port", systemError("ECONNREFUSED")],
  ["a terminated connection", new Error("Connection terminated unexpectedly")],
  ["a pool timeout", new Error("timeout exceeded when trying to connect")],
])("%s means that the database is unreachable", (_, error) => {
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test.each([
  ["a duplicate row", queryError("23505")],
  ["a cancelled statement", queryError("57014")],
  ["a full local disk", systemError("ENOSPC")],
  ["a bug", new TypeError("x is not a function")],
  ["a value that is not an Error", "57P01"],
])("%s does not mean that the database is unreachable", (_, error) => {
  expect(isDatabaseUnreachable(error)).toBe(false);
});
