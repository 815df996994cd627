import { AppError } from "../../core/appError.ts";

/** The text without NUL and without halves of surrogate pairs, neither of which PostgreSQL can hold. */
export function storableText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}

/** The JSON value with every text in it storable. Throws `invalidInput` when it is nested deeper than `depth`. */
export function storableJson(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw new AppError("invalidInput", { userMessage: "The data is nested too deeply." });
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item, depth - 1)]),
  );
}
