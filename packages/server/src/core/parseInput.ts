import { limits } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import { mapTexts } from "./mapTexts.ts";

/** More would help nobody, and there may be hundreds of thousands. */
const mostIssues = 100;

/** Parses a client's JSON, which nobody has looked at, with a contract's schema. Throws `invalidInput` or `tooLarge`. */
export function parseInput<S extends z.ZodMiniType>(schema: S, raw: unknown): z.infer<S> {
  return parseValue(schema, mapTexts(raw, { depth: limits.jsonDepth, values: limits.jsonValues }, acceptable));
}

/** Parses a value whose size and texts are known to be sound. Throws `invalidInput` with the first issues; `path` stands before theirs. */
export function parseValue<S extends z.ZodMiniType>(schema: S, value: unknown, path?: string): z.infer<S> {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError("invalidInput", {
    issues: result.error.issues.slice(0, mostIssues).map((issue) => ({
      path: [...(path === undefined ? [] : [path]), ...issue.path.map(String)].join("."),
      message: issue.message,
    })),
  });
}

function safeParse<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return z.safeParse(schema, value);
  } catch (cause) {
    // zod passes issues on as arguments of one call: a hundred thousand of them overflow the stack.
    if (cause instanceof RangeError) throw new AppError("invalidInput", { cause });
    throw cause;
  }
}

/** Lone surrogates, which JSON carries and a database refuses, are replaced. Throws `invalidInput` on NUL. */
function acceptable(text: string): string {
  if (text.includes("\0"))
    throw new AppError("invalidInput", { userMessage: "A text must not contain a NUL character." });
  return text.isWellFormed() ? text : text.toWellFormed();
}
