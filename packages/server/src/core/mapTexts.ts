import { AppError } from "./appError.ts";

export interface JsonBounds {
  /** Deepest nesting of lists and objects. */
  depth: number;
  /** How many items and members all lists and objects may have together. A list of numbers in the outermost object, as LZW codes, counts as one. */
  values: number;
}

/**
 * The JSON value with every text and key as `map` gives it. Throws `invalidInput` where it is nested too deeply and `tooLarge` where it
 * holds too many values: a body of a few megabytes can hold millions, and whatever looks at them next would stall the process.
 */
export function mapTexts(value: unknown, bounds: JsonBounds, map: (text: string) => string): unknown {
  let left = bounds.values;
  const spend = (count: number) => {
    left -= count;
    if (left < 0) throw new AppError("tooLarge", { userMessage: "The request holds too many values." });
  };
  const walk = (item: unknown, depth: number): unknown => {
    if (typeof item === "string") return map(item);
    if (typeof item !== "object" || item === null) return item;
    if (depth === 0) throw new AppError("invalidInput", { userMessage: "The request is nested too deeply." });
    if (Array.isArray(item)) {
      if (depth === bounds.depth - 1 && item.every((member) => typeof member === "number")) return item;
      spend(item.length);
      return item.map((member) => walk(member, depth - 1));
    }
    const members = Object.entries(item);
    spend(members.length);
    return Object.fromEntries(members.map(([key, member]) => [map(key), walk(member, depth - 1)]));
  };
  return walk(value, bounds.depth);
}
