import { type Transform, transform } from "sucrase";
import { CompileError } from "./compileTypes.ts";

interface ScriptOptions {
  path: string;
  /** `classic`: JSX uses the global variable React, as in a classic script. */
  jsxRuntime?: "automatic" | "classic";
}

/** Compiles JavaScript or TypeScript with JSX. Lines remain where they are. Throws a `CompileError`. */
export function compileScript(code: string, { path, jsxRuntime = "automatic" }: ScriptOptions): string {
  const isTypeScript = /\.[cm]?tsx?$/i.test(path);
  // In .ts files, `<T>value` is a type assertion.
  const transforms: Transform[] = /\.[cm]?ts$/i.test(path)
    ? ["typescript"]
    : isTypeScript
      ? ["typescript", "jsx"]
      : ["jsx"];
  const run = (used: Transform[]) =>
    transform(code, {
      transforms: used,
      jsxRuntime,
      production: true,
      disableESTransforms: true,
      filePath: path,
    }).code;
  try {
    return run(transforms);
  } catch (error) {
    // Models also write types in .jsx files, and JSX in .ts files.
    try {
      return run(["typescript", "jsx"]);
    } catch {
      throw toSyntaxError(error, path);
    }
  }
}

function toSyntaxError(error: unknown, path: string): CompileError {
  const text = error instanceof Error ? error.message : String(error);
  const [, message = text, line] = /^(?:Error transforming .*?: )?(.*?)\s*(?:\((\d+):\d+\))?$/s.exec(text) ?? [];
  return new CompileError({ kind: "syntax", detail: message, file: path, line: line ? Number(line) : null });
}
