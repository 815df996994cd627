import { type JsonLimits, mapStrings } from "../../core/mapStrings.ts";

/** Removes NUL characters and replaces lone surrogates, because PostgreSQL can store neither. */
export function toStorableText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}

/**
 * Makes every string and key of a JSON value storable. Throws `invalidInput` or `tooLarge` if it exceeds the limits.
 */
export function toStorableJson(value: unknown, limits: JsonLimits): unknown {
  return mapStrings(value, limits, toStorableText);
}
