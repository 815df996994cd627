import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type QuickJSContext, type QuickJSWASMModule, shouldInterruptAfterDeadline } from "quickjs-emscripten-core";

export type TransformResult = { text: string } | { problem: string };

/** The limits of one run. QuickJS does not count all memory; `loadQuickJs` bounds the rest. */
export const transformerLimits = { timeMs: 1_000, memoryBytes: 64 * 1024 * 1024, stackBytes: 512 * 1024 } as const;

const maxReasonCharacters = 200;

/**
 * Runs a transformer's code on an answer, in a new JavaScript VM without network, timers or access to the page. The
 * code is the body of a function of `text` that returns the new text, or declares `function transform(text)`. Never
 * throws; `problem` is a clause that follows a colon.
 */
export function runTransformer(
  quickJs: QuickJSWASMModule,
  code: string,
  text: string,
  { timeMs, memoryBytes, stackBytes }: { timeMs: number; memoryBytes: number; stackBytes: number } = transformerLimits,
): TransformResult {
  // The runtime is not disposed: after running out of memory it cannot be disposed, and the worker is terminated
  // anyway.
  const runtime = quickJs.newRuntime();
  try {
    runtime.setMemoryLimit(memoryBytes);
    runtime.setMaxStackSize(stackBytes);
    const deadline = Date.now() + timeMs;
    const isLate = shouldInterruptAfterDeadline(deadline);
    runtime.setInterruptHandler(isLate);
    const result = transform(runtime.newContext(), code, text);
    return "problem" in result && Date.now() >= deadline ? { problem: t`it took too long` } : result;
  } catch {
    return { problem: t`it used too much memory` };
  }
}

function transform(vm: QuickJSContext, code: string, text: string): TransformResult {
  const source = `(function (text) {"use strict";\n${code}\n;if (typeof transform === "function") return transform(text);})`;
  const compileResult = vm.evalCode(source, "transformer.js");
  if (compileResult.error) return { problem: readErrorMessage(vm, compileResult.error) };
  const argument = vm.newString(text);
  const callResult = vm.callFunction(compileResult.value, vm.undefined, argument);
  argument.dispose();
  compileResult.value.dispose();
  if (callResult.error) return { problem: readErrorMessage(vm, callResult.error) };
  try {
    if (vm.typeof(callResult.value) !== "string") return { problem: t`it didn’t return text` };
    const length = vm.getProp(callResult.value, "length").consume((handle) => vm.getNumber(handle));
    if (length > limits.messageLength) return { problem: t`the text that it returned is too long` };
    // PostgreSQL cannot store NUL.
    return { text: vm.getString(callResult.value).replaceAll("\0", "") };
  } finally {
    callResult.value.dispose();
  }
}

type ValueHandle = Parameters<QuickJSContext["dump"]>[0];

/** Describes the thrown value as a clause for `problem`, and disposes the value. */
function readErrorMessage(vm: QuickJSContext, error: ValueHandle): string {
  try {
    const isObject = vm.typeof(error) === "object";
    const message = isObject
      ? vm.getProp(error, "message").consume((message) => readString(vm, message))
      : readString(vm, error);
    if (/out of memory/i.test(message)) return t`it used too much memory`;
    return message === "" ? t`it failed` : quoteReason(message.slice(0, maxReasonCharacters).toWellFormed());
  } finally {
    error.dispose();
  }
}

// Not translated: the message of the person’s own code.
const quoteReason = (message: string) => `“${message}”`;

const readString = (vm: QuickJSContext, value: ValueHandle) =>
  vm.typeof(value) === "string" ? vm.getString(value) : "";
