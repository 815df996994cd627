import { expect, test } from "vitest";
import { listWorkingFiles, toPlainFileName } from "./codeInterpreter.ts";

const listNames = (...dataSources: unknown[][]) =>
  listWorkingFiles(dataSources.map((sources) => ({ data: { dataSources: sources } }))).map(({ name }) => name);

test("the working folder has each file of the chat once, under its name without a path", () => {
  const sales = { id: "s3://a/1.json", name: "sales.csv" };
  expect(
    listNames([sales, { id: "obj://notes.txt", raw: "x" }], [sales, { id: "s3://b/2", name: "a\\b/../c\u0001.csv" }]),
  ).toEqual(["sales.csv", "notes.txt", "c.csv"]);
  expect(listWorkingFiles([{}, { data: {} }])).toEqual([]);
});

test("files with the same name get numbers, and tags and names that are none are left out", () => {
  const sources = ["a.csv", "A.csv", "a.csv", "..", "x/"].map((name, index) => ({ id: `s3://${index}`, name }));
  expect(listNames([...sources, { id: "tag://t", name: "tag:t" }])).toEqual(["a.csv", "A (2).csv", "a (3).csv"]);
});

test("of more than a hundred files, the newest are there", () => {
  const sources = Array.from({ length: 101 }, (_, index) => ({ id: `s3://${index}`, name: `${index}` }));
  expect(listNames(sources.slice(0, 60), sources.slice(60))).toEqual(sources.slice(1).map(({ name }) => name));
});

test("the names are those of the sandbox, which cleans them in the same way", () => {
  const names = [
    " .env",
    ".a\u200b.csv",
    "\u202egnp.exe",
    `${"long".repeat(60)}.csv`,
    `${"long".repeat(60)}.csv`,
    "\ud800.txt",
  ];
  const listed = listNames(names.map((name, index) => ({ id: `s3://${index}`, name })));
  const long = `${"long".repeat(42)}lo${"long".repeat(4)}`;
  expect(listed).toEqual(["env", "a.csv", "gnp.exe", `${long}.csv`, `${long} (2).csv`, "\ufffd.txt"]);
  expect(listed.map((name) => toPlainFileName(name))).toEqual(listed);
});
