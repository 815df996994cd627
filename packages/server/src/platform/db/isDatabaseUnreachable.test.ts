import { expect, test } from "vitest";
import { isDatabaseUnreachable } from "./isDatabaseUnreachable.ts";
import { QueryError } from "./queryError.ts";

const refused = (code: string) =>
  new QueryError("", { code, constraint: undefined, table: undefined, column: undefined, detail: undefined });
const system = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["an administrator's end", refused("57P01")],
  ["a start that goes on", refused("57P03")],
  ["a connection failure", refused("08006")],
  ["a closed port", system("ECONNREFUSED")],
  ["a cut connection", new Error("Connection terminated unexpectedly")],
  ["a pool that gets no connection", new Error("timeout exceeded when trying to connect")],
])("%s means that there is no database", (_, error) => {
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test.each([
  ["a row that is there already", refused("23505")],
  ["a cancelled statement", refused("57014")],
  ["a full disk of ours", system("ENOSPC")],
  ["a bug", new TypeError("x is not a function")],
  ["no error at all", "57P01"],
])("%s does not", (_, error) => {
  expect(isDatabaseUnreachable(error)).toBe(false);
});
