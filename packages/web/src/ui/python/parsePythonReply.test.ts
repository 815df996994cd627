import { expect, test } from "vitest";
import { parsePythonReply } from "./parsePythonReply.ts";
import { pythonLimits } from "./pythonMessages.ts";

const result = { type: "result", id: 1, value: null, error: null, files: [] };
const file = { name: "a.csv", bytes: new ArrayBuffer(3) };

test("accepts what the worker sends", () => {
  for (const reply of [{ type: "loaded" }, { ...result, files: [file] }])
    expect(parsePythonReply(reply)).toEqual(reply);
});

test.each([
  ["something else", null],
  ["an unknown type", { type: "eval" }],
  ["a result without an id", { ...result, id: undefined }],
  ["a value that is too long", { ...result, value: "x".repeat(pythonLimits.valueLength + 1) }],
  ["an error that is too long", { ...result, error: "x".repeat(pythonLimits.errorLength + 1) }],
  ["too many files", { ...result, files: Array.from({ length: pythonLimits.files + 1 }, () => file) }],
  [
    "a file that is too large",
    { ...result, files: [{ name: "a", bytes: new ArrayBuffer(pythonLimits.fileBytes + 1) }] },
  ],
  ["a file that is a text", { ...result, files: [{ name: "a", bytes: "text" }] }],
  ["a name that is too long", { ...result, files: [{ ...file, name: "a".repeat(201) }] }],
  ["an output that is too long", { type: "output", id: 1, stream: "stdout", text: "x".repeat(1_000_001) }],
  ["an unknown stream", { type: "output", id: 1, stream: "console", text: "x" }],
  ["a name of a package that is not a text", { type: "need", fileName: { toString: "x" } }],
])("rejects %s", (_name, reply) => {
  expect(parsePythonReply(reply)).toBeNull();
});
