import { limits } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import { mapStrings } from "./mapStrings.ts";

/** Maximum number of issues in an error. An input can have hundreds of thousands. */
const maxIssues = 100;

/** Says what is expected; otherwise, zod says no more than “Invalid input”. Messages of a schema come first. */
const describeIssue = z.locales.en().localeError;

/** Parses a client's unchecked JSON value with a contract's schema. Throws `invalidInput` or `tooLarge`. */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  raw: unknown,
  maxValues: number = limits.jsonValues,
): z.infer<S> {
  const jsonLimits = { depth: limits.jsonDepth, values: maxValues, names: limits.jsonNames };
  return parseValue(schema, mapStrings(raw, jsonLimits, sanitize, sanitizeKey));
}

/**
 * Like `parseInput`, but checks neither the value's size nor its strings. Throws `invalidInput` with the first issues,
 * each path prefixed with `path` if it is set.
 */
export function parseValue<S extends z.ZodMiniType>(schema: S, value: unknown, path?: string): z.infer<S> {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError("invalidInput", {
    issues: result.error.issues.slice(0, maxIssues).map((issue) => ({
      path: [...(path === undefined ? [] : [path]), ...issue.path.map(String)].join("."),
      message: issue.message,
    })),
  });
}

function safeParse<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return z.safeParse(schema, value, { error: describeIssue });
  } catch (cause) {
    // zod passes all issues as arguments of one call; a hundred thousand of them overflow the stack.
    if (cause instanceof RangeError) throw new AppError("invalidInput", { cause });
    throw cause;
  }
}

/** Replaces lone surrogates, which JSON allows and the database rejects. Throws `invalidInput` on NUL. */
function sanitize(text: string): string {
  if (text.includes("\0")) throw new AppError("invalidInput", { userMessage: "Text must not contain NUL characters." });
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Also throws on `__proto__`, which an assignment would turn into a prototype. */
function sanitizeKey(key: string): string {
  if (key === "__proto__") throw new AppError("invalidInput", { userMessage: "A member must not be named __proto__." });
  return sanitize(key);
}
