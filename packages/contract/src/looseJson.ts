import { limits } from "./limits.ts";

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** `problem`: why it is not JSON, in words that follow a colon. */
export type LooseJsonResult = { value: JsonValue } | { problem: string };

class Unreadable extends Error {}

const escapes: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
  "\n": "",
  "\r": "",
};

/**
 * Reads JSON as people write it, the part of JSON5 that they use: names without quotes, single quotes, a comma at the end, comments,
 * and a name alone for one that is true. In linear time; never throws.
 */
export function parseLooseJson(source: string): LooseJsonResult {
  let at = 0;

  function fail(problem: string): never {
    throw new Unreadable(problem);
  }

  function skipSpace(): void {
    for (;;) {
      while (at < source.length && /\s/.test(source.charAt(at))) at += 1;
      if (source.startsWith("//", at)) {
        const end = source.indexOf("\n", at);
        at = end < 0 ? source.length : end;
      } else if (source.startsWith("/*", at)) {
        const end = source.indexOf("*/", at + 2);
        if (end < 0) fail("a comment has no end");
        at = end + 2;
      } else return;
    }
  }

  function takes(mark: string): boolean {
    skipSpace();
    if (source.charAt(at) !== mark) return false;
    at += 1;
    return true;
  }

  function word(): string {
    const start = at;
    while (at < source.length && /[\p{L}\p{N}_$.+-]/u.test(source.charAt(at))) at += 1;
    return source.slice(start, at);
  }

  function hexCode(digits: number): string {
    const code = source.slice(at, at + digits);
    if (code.length < digits || !/^[0-9a-f]+$/i.test(code)) fail("an escaped character is not complete");
    at += digits;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  function quoted(quote: string): string {
    let text = "";
    let start = at;
    for (;;) {
      const mark = source.charAt(at);
      if (mark === "") fail("a text has no closing quote");
      at += 1;
      if (mark === quote) return text + source.slice(start, at - 1);
      if (mark !== "\\") continue;
      text += source.slice(start, at - 1);
      const escaped = source.charAt(at);
      at += 1;
      if (escaped === "u") text += hexCode(4);
      else if (escaped === "x") text += hexCode(2);
      else text += escapes[escaped] ?? escaped;
      start = at;
    }
  }

  function list(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    while (!takes("]")) {
      items.push(value(depth));
      if (!takes(",")) {
        if (takes("]")) break;
        fail("a list needs a comma or its closing bracket");
      }
    }
    return items;
  }

  function object(depth: number): { [key: string]: JsonValue } {
    const members: [string, JsonValue][] = [];
    while (!takes("}")) {
      const name = nameOfMember();
      members.push([name, takes(":") ? value(depth) : true]);
      if (!takes(",")) {
        if (takes("}")) break;
        fail(`something is missing after “${name.slice(0, 40)}”`);
      }
    }
    // Not by assignment: `__proto__` is a name like any other.
    return Object.fromEntries(members);
  }

  function nameOfMember(): string {
    skipSpace();
    const mark = source.charAt(at);
    if (mark === '"' || mark === "'") {
      at += 1;
      return quoted(mark);
    }
    return word() || fail(mark === "" ? "a closing brace is missing" : `“${mark}” is not the beginning of a name`);
  }

  function value(depth: number): JsonValue {
    if (depth <= 0) fail("it is nested too deep");
    skipSpace();
    const mark = source.charAt(at);
    if (mark === "") fail("a value is missing");
    if (mark === '"' || mark === "'") {
      at += 1;
      return quoted(mark);
    }
    if (takes("[")) return list(depth - 1);
    if (takes("{")) return object(depth - 1);
    return literal(word(), mark);
  }

  function literal(text: string, mark: string): JsonValue {
    if (text === "true") return true;
    if (text === "false") return false;
    if (text === "null") return null;
    const number = text === "" ? Number.NaN : Number(text);
    if (Number.isFinite(number)) return number;
    return fail(`“${(text || mark).slice(0, 40)}” needs quotes around it`);
  }

  try {
    const read = value(limits.jsonDepth);
    skipSpace();
    if (at < source.length) fail(`“${source.slice(at, at + 20)}” stands after its end`);
    return { value: read };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

export function isJsonObject(value: unknown): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
