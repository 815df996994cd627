import { limits } from "@lectern/contract";
import { type QuickJSContext, type QuickJSWASMModule, shouldInterruptAfterDeadline } from "quickjs-emscripten-core";

export type Transformed = { text: string } | { problem: string };

/** What a transformer may use. */
export const transformerLimits = { timeMs: 1_000, memoryBytes: 64 * 1024 * 1024, stackBytes: 512 * 1024 } as const;

const longestReason = 200;

/**
 * Runs a transformer's code on an answer, in a machine of its own that has the language and nothing else: no network, no clock to wait
 * on, no page. The code is the body of a function of `text` that returns another text, or declares `function transform(text)`. Never
 * throws; `problem` is a clause that follows a colon.
 */
export function runTransformer(
  quickJs: QuickJSWASMModule,
  code: string,
  text: string,
  { timeMs, memoryBytes, stackBytes }: { timeMs: number; memoryBytes: number; stackBytes: number } = transformerLimits,
): Transformed {
  // Nothing of it is taken apart again: what ran out of memory cannot be, and the worker goes with all of it.
  const runtime = quickJs.newRuntime();
  try {
    runtime.setMemoryLimit(memoryBytes);
    runtime.setMaxStackSize(stackBytes);
    const deadline = Date.now() + timeMs;
    const isLate = shouldInterruptAfterDeadline(deadline);
    runtime.setInterruptHandler(isLate);
    const result = transform(runtime.newContext(), code, text);
    return "problem" in result && Date.now() >= deadline ? { problem: "it took too long" } : result;
  } catch {
    return { problem: "it needed too much memory" };
  }
}

function transform(machine: QuickJSContext, code: string, text: string): Transformed {
  const source = `(function (text) {"use strict";\n${code}\n;if (typeof transform === "function") return transform(text);})`;
  const made = machine.evalCode(source, "transformer.js");
  if (made.error) return { problem: reasonOf(machine, made.error) };
  const given = machine.newString(text);
  const called = machine.callFunction(made.value, machine.undefined, given);
  given.dispose();
  made.value.dispose();
  if (called.error) return { problem: reasonOf(machine, called.error) };
  try {
    if (machine.typeof(called.value) !== "string") return { problem: "it gave no text" };
    const length = machine.getProp(called.value, "length").consume((handle) => machine.getNumber(handle));
    if (length > limits.messageLength) return { problem: "it gave too long a text" };
    // PostgreSQL holds no NUL.
    return { text: machine.getString(called.value).replaceAll("\0", "") };
  } finally {
    called.value.dispose();
  }
}

type Handle = Parameters<QuickJSContext["dump"]>[0];

/** What the machine says went wrong, as text, whatever was thrown. */
function reasonOf(machine: QuickJSContext, error: Handle): string {
  try {
    const isObject = machine.typeof(error) === "object";
    const said = isObject
      ? machine.getProp(error, "message").consume((message) => stringOf(machine, message))
      : stringOf(machine, error);
    if (/out of memory/i.test(said)) return "it needed too much memory";
    return said === "" ? "it failed" : `“${said.slice(0, longestReason).toWellFormed()}”`;
  } finally {
    error.dispose();
  }
}

const stringOf = (machine: QuickJSContext, value: Handle) =>
  machine.typeof(value) === "string" ? machine.getString(value) : "";
