import { AppError } from "./appError.ts";

export interface JsonLimits {
  /** Maximum nesting depth of lists and objects. */
  depth: number;
  /**
   * Maximum number of items and members in all lists and objects together. A list of numbers directly in the outermost
   * object or list, such as LZW codes, counts as one.
   */
  values: number;
  /** Maximum number of different member names: hundreds of thousands of them are slow to copy, write and collect. */
  names: number;
}

/**
 * Applies `map` to every string of a JSON value, and `mapKey` to every key. Throws `invalidInput` if the value is nested
 * too deeply and `tooLarge` if it contains too many values: a body of a few megabytes can contain millions, and
 * validating them would stall the process.
 */
export function mapStrings(
  value: unknown,
  jsonLimits: JsonLimits,
  map: (text: string) => string,
  mapKey = map,
): unknown {
  let remainingValues = jsonLimits.values;
  const names = new Set<string>();
  const countName = (name: string) => {
    names.add(name);
    if (names.size > jsonLimits.names) throw createTooManyValuesError();
    return name;
  };
  const countValues = (count: number) => {
    remainingValues -= count;
    if (remainingValues < 0) throw createTooManyValuesError();
  };
  const walk = (item: unknown, depth: number): unknown => {
    if (typeof item === "string") return map(item);
    if (typeof item !== "object" || item === null) return item;
    if (depth === 0) throw new AppError("invalidInput", { userMessage: "The request is nested too deeply." });
    if (Array.isArray(item)) {
      if (depth === jsonLimits.depth - 1 && item.every((member) => typeof member === "number")) return item;
      countValues(item.length);
      return item.map((member) => walk(member, depth - 1));
    }
    const members = Object.entries(item);
    countValues(members.length);
    return Object.fromEntries(members.map(([key, member]) => [countName(mapKey(key)), walk(member, depth - 1)]));
  };
  return walk(value, jsonLimits.depth);
}

function createTooManyValuesError(): AppError {
  return new AppError("tooLarge", { userMessage: "The request contains too many values." });
}
