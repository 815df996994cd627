import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { listAgentEntries } from "./agentEntries.ts";
import { listAgentFiles, listChangedFiles } from "./agentFiles.ts";

const createFile = (key: string, name: string, hash: string, size = 1) => ({
  type: "text/csv",
  values: { file_key: key, file_name: name, file_size: size, hash, createdAt: `2026-12-01T10:00:0${size}.000Z` },
});
const createAnswer = (id: string, ...content: object[]): Message => ({
  ...{ id, parentId: null, role: "assistant", content: "" },
  data: { state: { codeInterpreter: { content } } },
});

test("[C3.22] a name that code has used before is a new version of the file, unless the content is the same", () => {
  const answers = [
    createAnswer("1", createFile("k1", "a.csv", "h1", 1), createFile("k2", "b.csv", "h2", 2)),
    createAnswer("2", createFile("k3", "a.csv", "h1", 3)),
    createAnswer("3", createFile("k4", "a.csv", "h4", 4)),
  ];
  const version = (key: string, hash: string, size: number) => ({
    ...{ version_file_id: key, hash, size },
    timestamp: `2026-12-01T10:00:0${size}.000Z`,
  });
  expect(listAgentFiles(answers)).toEqual([
    {
      original_name: "a.csv",
      size: 4,
      last_modified: "2026-12-01T10:00:04.000Z",
      versions: [version("k1", "h1", 1), version("k4", "h4", 4)],
    },
    {
      original_name: "b.csv",
      size: 2,
      last_modified: "2026-12-01T10:00:02.000Z",
      versions: [version("k2", "h2", 2)],
    },
  ]);
  const [, , last = createAnswer("none")] = answers;
  expect(listChangedFiles(answers, last).map(({ original_name }) => original_name)).toEqual(["a.csv"]);
  expect(listAgentFiles([createAnswer("4"), { data: { state: { codeInterpreter: 1 } } }, { data: {} }])).toEqual([]);
});

test("[C2.23] the entries of an answer are its question, its thoughts, and each call with its result", () => {
  const step = { round: 0, title: "A tool", offset: 0 };
  const code = { ...step, id: "s1", tool: "run_python", arguments: '{"code":"1/0"}' };
  const other = { ...step, id: "s2", tool: "search", arguments: '{"query":"x"}', state: "done" as const };
  const data = {
    reasoning: "I divide.",
    steps: [{ ...code, state: "failed" as const, result: "ZeroDivisionError" }, { ...other, result: "found" }, other],
  };
  expect(listAgentEntries({ data }, "Divide")).toEqual([
    { kind: "prompt", text: "Divide" },
    { kind: "thinking", text: "I divide." },
    { kind: "code", code: "1/0" },
    { kind: "result", text: "ZeroDivisionError", isError: true },
    { kind: "arguments", tool: "search", title: "A tool", json: '{"query":"x"}' },
    { kind: "result", text: "found", isError: false },
    { kind: "arguments", tool: "search", title: "A tool", json: '{"query":"x"}' },
  ]);
  expect(listAgentEntries({ data: {} }, null)).toEqual([]);
});
