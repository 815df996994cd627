import { type JsonBounds, mapTexts } from "../../core/mapTexts.ts";

/** The text without NUL and without halves of surrogate pairs, neither of which PostgreSQL can hold. */
export function toStorableText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}

/** The JSON value with every text in it storable. Throws `invalidInput` or `tooLarge` beyond the bounds. */
export function toStorableJson(value: unknown, bounds: JsonBounds): unknown {
  return mapTexts(value, bounds, toStorableText);
}
