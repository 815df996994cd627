import { expect, test } from "vitest";
import { pythonLimits } from "../ui/python/pythonMessages.ts";
import { createOutput } from "./output.ts";

function setUp() {
  const sent: [string, string][] = [];
  const output = createOutput((stream, text) => void sent.push([stream, text]));
  const encoder = new TextEncoder();
  const writers = { stdout: output.createWriter("stdout"), stderr: output.createWriter("stderr") };
  const write = (stream: "stdout" | "stderr", text: string) => writers[stream](encoder.encode(text));
  const read = (stream: string) => sent.flatMap(([name, text]) => (name === stream ? [text] : [])).join("");
  return { sent, output, writers, write, read };
}

test("the first lines are sent at once, and characters are complete", () => {
  const { sent, writers, write } = setUp();
  const [first, ...rest] = new TextEncoder().encode("é");
  expect(writers.stdout(Uint8Array.of(first ?? 0))).toBe(1);
  writers.stdout(Uint8Array.from(rest));
  write("stderr", "careful");
  expect(sent).toEqual([
    ["stdout", "é"],
    ["stderr", "careful"],
  ]);
});

test("many lines are sent together, in their order", () => {
  const { sent, output, write, read } = setUp();
  for (let line = 0; line < 10_000; line += 1) write(line % 1_000 === 0 ? "stderr" : "stdout", `${line}\n`);
  output.end();
  expect(sent.length).toBeLessThan(2_000);
  expect(read("stderr")).toBe(Array.from({ length: 10 }, (_, index) => `${index * 1_000}\n`).join(""));
  expect(read("stdout").endsWith("9998\n9999\n")).toBe(true);
});

test("too much output is cut with a note", () => {
  const { output, write, read } = setUp();
  write("stdout", "x".repeat(600_000));
  write("stdout", "y".repeat(600_000));
  write("stdout", "z");
  output.end();
  expect(read("stdout")).toMatch(/^x{600000}y+$/);
  expect(read("stderr")).toContain("The output was too long");
  expect(read("stdout").length + read("stderr").length).toBeLessThanOrEqual(pythonLimits.outputLength);
});
