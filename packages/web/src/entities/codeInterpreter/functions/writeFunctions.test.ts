import { type Flags, flagNames, type PythonFunction } from "@lectern/contract";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "../../../lib/queryClient.ts";
import type { PythonInterpreter } from "../../../ui/python/pythonInterpreter.ts";
import { flagsQuery } from "../../flags/useFlag.ts";
import { pythonFunctionsQuery } from "./pythonFunctionsQuery.ts";
import { writeFunctions } from "./writeFunctions.ts";

afterEach(() => queryClient.clear());

function setUp(isOn: boolean, codes: Record<string, string>): void {
  const flags = Object.fromEntries(flagNames.map((name) => [name, isOn])) as Flags; // of all names
  queryClient.setQueryData(flagsQuery.queryKey, flags);
  setFunctions(codes);
}

function setFunctions(codes: Record<string, string>): void {
  const functions = Object.entries(codes).map(
    ([name, code]): PythonFunction => ({ name, code, updatedAt: "2026-12-01T09:41:00.000Z" }),
  );
  queryClient.setQueryData(pythonFunctionsQuery.queryKey, { functions });
}

function createInterpreter(): PythonInterpreter & { id: string; written: [string, string][] } {
  const written: [string, string][] = [];
  return {
    id: "1",
    written,
    writeFile: async (name, bytes) => void written.push([name, new TextDecoder().decode(bytes)]),
    run: async () => expect.fail("nothing runs"),
    close: () => {},
  };
}

test("functions are written once, again when one was saved or deleted, and into a new interpreter", async () => {
  setUp(true, { mean: "def mean(x): pass" });
  const interpreter = createInterpreter();
  await writeFunctions(interpreter);
  expect(interpreter.written.map(([name]) => name)).toEqual(["my_functions.py", "my_functions.json"]);
  expect(JSON.parse(interpreter.written[1]?.[1] ?? "")).toEqual({ mean: "def mean(x): pass" });
  await writeFunctions(interpreter);
  expect(interpreter.written).toHaveLength(2);
  setFunctions({});
  await writeFunctions(interpreter);
  expect(interpreter.written.at(-1)).toEqual(["my_functions.json", "{}"]);
  interpreter.id = "2";
  await writeFunctions(interpreter);
  expect(interpreter.written).toHaveLength(6);
});

test("nothing is written without functions, or while the feature is off", async () => {
  setUp(true, {});
  const interpreter = createInterpreter();
  await writeFunctions(interpreter);
  setUp(false, { mean: "def mean(x): pass" });
  await writeFunctions(interpreter);
  expect(interpreter.written).toEqual([]);
});
