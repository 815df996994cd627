import { beforeEach, describe, expect, test } from "vitest";
import { loadQuickJs, maxVmBytes } from "./loadQuickJs.ts";
import { runTransformer, transformerLimits } from "./runTransformer.ts";

/** `timeMs` is more than any transformer that ends needs, also on a busy machine. */
let run: (code: string, text?: string, timeMs?: number) => ReturnType<typeof runTransformer>;
let memory: WebAssembly.Memory;
beforeEach(async () => {
  const { quickJs, memory: vmMemory } = await loadQuickJs();
  memory = vmMemory;
  run = (code, text = "An answer", timeMs = 20_000) =>
    runTransformer(quickJs, code, text, { ...transformerLimits, timeMs });
});

describe("a transformer", () => {
  test("is the body of a function of the text, or declares such a function", () => {
    expect(run("return text.toUpperCase();")).toEqual({ text: "AN ANSWER" });
    expect(run("function transform(text) { return text + ' 🌍'; }")).toEqual({ text: "An answer 🌍" });
    expect(run("const transform = (text) => text.replace(/a/gi, 'o') // why")).toEqual({ text: "on onswer" });
  });

  test("that returns anything but text fails", () => {
    for (const code of [
      "",
      "return 1;",
      "return {toString: () => 'x'};",
      "return null;",
      "return Promise.resolve('x');",
    ]) {
      expect(run(code)).toEqual({ problem: "it didn’t return text" });
    }
  });

  test("that throws fails with the error's message, whatever was thrown", () => {
    expect(run("throw new Error('not today')")).toEqual({ problem: "“not today”" });
    expect(run("throw 'plain'")).toEqual({ problem: "“plain”" });
    expect(run("throw {get message() { throw 1; }}")).toHaveProperty("problem");
    expect(run("return (")).toHaveProperty("problem", expect.stringMatching(/./));
    expect(run("x.y")).toEqual({ problem: "“'x' is not defined”" });
  });

  test.each([
    "for (;;);",
    "throw {get message() { for (;;); }}",
    "for (;;) { try { for (;;); } catch {} }",
    "return /^(a+)+$/.test('a'.repeat(40) + 'b') + ''",
  ])("that never ends is stopped, even in a loop that catches errors or in a regex: %s", (code) => {
    expect(run(code, "An answer", 300)).toEqual({ problem: "it took too long" });
  });

  test("that uses up the memory or the stack fails without affecting others", () => {
    const problem = expect.stringMatching(/memory|long|overflow|length/i);
    expect(run("let a = 'x'; for (;;) a += a;")).toEqual({ problem });
    expect(run("const a = []; for (;;) a.push(new Array(1000).fill(1));")).toEqual({ problem });
    expect(run("const f = () => f(); f();")).toHaveProperty("problem");
    expect(run("return 'x'.repeat(5000000);")).toEqual({ problem: "the text that it returned is too long" });
    expect(run("return text;")).toEqual({ text: "An answer" });
  });

  test.each([
    ["typed arrays", "const a = []; for (;;) a.push(new Uint8Array(1e6));"],
    ["shared memory", "const a = []; for (;;) a.push(new SharedArrayBuffer(1e6));"],
    ["long strings", "const a = []; for (;;) a.push('xy'.repeat(1e6) + a.length);"],
  ])("cannot take more memory than the VM has: %s", (_, code) => {
    run(code);
    expect(memory.buffer.byteLength).toBeLessThanOrEqual(maxVmBytes);
  });

  test("has no access to the page, network, timers or modules, nor to what an earlier one left behind", () => {
    const names =
      "globalThis.window, self, document, fetch, XMLHttpRequest, WebSocket, setTimeout, postMessage, importScripts, require, process, navigator, localStorage, indexedDB, console";
    for (const name of names.replace("globalThis.", "").split(", ")) {
      expect(run(`return typeof ${name};`)).toEqual({ text: "undefined" });
    }
    expect(run("globalThis.left = 1; Object.prototype.left = 2; String.prototype.trim = 3; return 'x';")).toEqual({
      text: "x",
    });
    expect(run("return typeof left + typeof ''.trim + ({}).left;")).toEqual({ text: "undefinedfunctionundefined" });
    expect("left" in {}).toBe(false);
    expect(run("return Function('return typeof fetch')();")).toEqual({ text: "undefined" });
  });

  test("treats the answer as data, not as code", () => {
    const hostile = "`);}) /* $1 */ throw 1";
    expect(run("return text;", hostile)).toEqual({ text: hostile });
    expect(run("return text + '\\0';", hostile)).toEqual({ text: hostile });
  });
});
