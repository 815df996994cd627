import { expect, test } from "vitest";
import { isDatabaseUnreachable, toDatabaseError } from "./isDatabaseUnreachable.ts";
import { QueryError } from "./queryError.ts";

const createQueryError = (code: string) =>
  new QueryError("", { code, constraint: undefined, table: undefined, column: undefined, detail: undefined });
const createSystemError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["a shutdown by an administrator", createQueryError("57P01")],
  ["a server that is starting", createQueryError("57P03")],
  ["a connection failure", createQueryError("08006")],
  ["a closed port", createSystemError("ECONNREFUSED")],
  ["a terminated connection", new Error("Connection terminated unexpectedly")],
  ["a pool timeout", new Error("timeout exceeded when trying to connect")],
])("%s of the driver means that the database is unreachable", (_, error) => {
  expect(isDatabaseUnreachable(toDatabaseError(error))).toBe(true);
});

test.each([
  ["a duplicate row", createQueryError("23505")],
  ["a cancelled statement", createQueryError("57014")],
  ["a full local disk", createSystemError("ENOSPC")],
  ["a bug", new TypeError("x is not a function")],
  ["a value that is not an Error", "57P01"],
])("%s does not mean that the database is unreachable", (_, error) => {
  expect(isDatabaseUnreachable(toDatabaseError(error))).toBe(false);
});

test("a network error that does not come from the driver does not mean that the database is unreachable", () => {
  expect(isDatabaseUnreachable(createSystemError("ECONNREFUSED"))).toBe(false);
});
