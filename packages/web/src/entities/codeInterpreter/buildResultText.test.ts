import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { PythonResult } from "../../ui/python/pythonInterpreter.ts";
import { buildResultText, cutMiddle, maxResultCharacters } from "./buildResultText.ts";

const build = (result: Partial<PythonResult>, notes: readonly string[] = [], fileNames: readonly string[] = []) =>
  buildResultText(
    { status: "done", stdout: "", stderr: "", value: null, error: null, files: [], ...result },
    { notes, fileNames, timeoutMs: 120_000 },
  );

test("the model reads what the code printed and returned, its error and its files", () => {
  expect(build({ stdout: "1\n", value: "2", stderr: "careful" }, ["Note."], ["a.csv", "b.png"])).toBe(
    "Output:\n1\n\nNote.\n\nValue:\n2\n\nStandard error:\ncareful\n\nFiles that the person now sees: a.csv, b.png",
  );
  expect(build({ status: "failed", error: "ValueError: no" })).toBe("Error:\nValueError: no");
  expect(build({})).toBe("The code ran and printed nothing.");
});

test("the model reads why code was ended", () => {
  expect(build({ status: "timeout" })).toBe("The code was stopped because it ran for more than 120 seconds.");
  expect(build({ status: "stopped", stdout: "1" })).toBe("Output:\n1\n\nThe person stopped the code.");
  expect(build({ status: "crashed" })).toContain("Python crashed");
  expect(build({ status: "unavailable", error: "no" })).toContain("Python could not be started");
});

test("a long result is cut in the middle of its parts, and never longer than the limit", () => {
  const long = "x".repeat(50_000);
  const text = build({
    status: "failed",
    stdout: `first ${long} last`,
    error: `begin ${long} end`,
    value: long,
    stderr: long,
  });
  expect(text.length).toBeLessThanOrEqual(maxResultCharacters);
  for (const part of ["first x", "x last", "begin x", "x end"]) expect(text).toContain(part);
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 100, max: 200 }), (anyText, maxLength) => {
      expect(cutMiddle(anyText, maxLength).length).toBeLessThanOrEqual(maxLength);
    }),
  );
});

test("a result contains nothing that no message can contain", () => {
  expect(build({ stdout: "a\0b\uD800" })).toBe("Output:\nab\uFFFD");
});
