import { compileMessage } from "@lingui/message-utils/compileMessage";
import { lingui } from "@lingui/vite-plugin";
import type { Plugin } from "vite";

/** Turns the macros that mark texts into calls, in the build and in tests. English texts stay in the code. */
export const textMacros = (): Plugin[] =>
  lingui({
    cwd: import.meta.dirname,
    macroTransform: { macro: { descriptorFields: "message" } },
    failOnMissing: true,
    failOnCompileError: true,
  });

const descriptorStart = "/*i18n*/ {";
const messageField = /message: ("(?:[^"\\]|\\.)*")/g;

/**
 * Compiles the English texts that stay in the code, so that the browser needs no parser of ICU messages. Runs after the
 * transform of the macros, which writes each text as `/*i18n*\/ { id, message, values }`.
 */
export function compileTexts(): Plugin {
  return {
    name: "compile-texts",
    apply: "build",
    // Before the transform of TypeScript, which removes the comment.
    enforce: "pre",
    transform: {
      filter: { code: descriptorStart },
      handler: (code) => ({ code: compileDescriptors(code), map: null }),
    },
  };
}

/** Replaces the messages with placeholders by their compiled form. Exported for its test. */
export function compileDescriptors(code: string): string {
  let compiled = "";
  let end = 0;
  for (let start = code.indexOf(descriptorStart); start >= 0; start = code.indexOf(descriptorStart, end)) {
    messageField.lastIndex = start;
    const field = messageField.exec(code);
    if (!field) throw new Error(`A text has no message: ${code.slice(start, start + 200)}`);
    compiled += code.slice(end, field.index) + compileField(field[1] ?? "");
    end = messageField.lastIndex;
  }
  return compiled + code.slice(end);
}

function compileField(literal: string): string {
  const message = JSON.parse(literal) as string;
  return `message: ${message.includes("{") ? JSON.stringify(compileMessage(message)) : literal}`;
}
