import { limits } from "../limits.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** `problem` says why the text cannot be parsed; it is a phrase to be shown after a colon. */
export type LooseJsonResult = { value: JsonValue } | { problem: string };

class LooseJsonError extends Error {}

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
 * Parses JSON as people write it: with unquoted names, single quotes, trailing commas and comments, as in JSON5. A name
 * without a value means `true`. Runs in linear time and never throws.
 */
export function parseLooseJson(source: string): LooseJsonResult {
  let position = 0;

  function fail(problem: string): never {
    throw new LooseJsonError(problem);
  }

  function skipSpace(): void {
    for (;;) {
      while (position < source.length && /\s/.test(source.charAt(position))) position += 1;
      if (source.startsWith("//", position)) {
        const end = source.indexOf("\n", position);
        position = end < 0 ? source.length : end;
      } else if (source.startsWith("/*", position)) {
        const end = source.indexOf("*/", position + 2);
        if (end < 0) fail("a comment is not closed");
        position = end + 2;
      } else return;
    }
  }

  function tryConsume(character: string): boolean {
    skipSpace();
    if (source.charAt(position) !== character) return false;
    position += 1;
    return true;
  }

  function parseWord(): string {
    const start = position;
    while (position < source.length && /[\p{L}\p{N}_$.+-]/u.test(source.charAt(position))) position += 1;
    return source.slice(start, position);
  }

  function parseHexEscape(digits: number): string {
    const code = source.slice(position, position + digits);
    if (code.length < digits || !/^[0-9a-f]+$/i.test(code)) fail("an escape sequence is incomplete");
    position += digits;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  function parseString(quote: string): string {
    let text = "";
    let start = position;
    for (;;) {
      const character = source.charAt(position);
      if (character === "") fail("a closing quote is missing");
      position += 1;
      if (character === quote) return text + source.slice(start, position - 1);
      if (character !== "\\") continue;
      text += source.slice(start, position - 1);
      const escapedCharacter = source.charAt(position);
      position += 1;
      if (escapedCharacter === "u") text += parseHexEscape(4);
      else if (escapedCharacter === "x") text += parseHexEscape(2);
      else text += escapes[escapedCharacter] ?? escapedCharacter;
      start = position;
    }
  }

  function parseArray(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    while (!tryConsume("]")) {
      items.push(parseValue(depth));
      if (!tryConsume(",")) {
        if (tryConsume("]")) break;
        fail("a comma or a closing bracket is missing in a list");
      }
    }
    return items;
  }

  function parseObject(depth: number): { [key: string]: JsonValue } {
    const members: [string, JsonValue][] = [];
    while (!tryConsume("}")) {
      const name = parseMemberName();
      members.push([name, tryConsume(":") ? parseValue(depth) : true]);
      if (!tryConsume(",")) {
        if (tryConsume("}")) break;
        fail(`something is missing after “${name.slice(0, 40)}”`);
      }
    }
    // `fromEntries` treats `__proto__` like any other name; an assignment would not.
    return Object.fromEntries(members);
  }

  function parseMemberName(): string {
    skipSpace();
    const character = source.charAt(position);
    if (character === '"' || character === "'") {
      position += 1;
      return parseString(character);
    }
    return (
      parseWord() || fail(character === "" ? "a closing brace is missing" : `a name can’t start with “${character}”`)
    );
  }

  function parseValue(depth: number): JsonValue {
    if (depth <= 0) fail("it is nested too deeply");
    skipSpace();
    const character = source.charAt(position);
    if (character === "") fail("a value is missing");
    if (character === '"' || character === "'") {
      position += 1;
      return parseString(character);
    }
    if (tryConsume("[")) return parseArray(depth - 1);
    if (tryConsume("{")) return parseObject(depth - 1);
    return parseLiteral(parseWord(), character);
  }

  function parseLiteral(text: string, character: string): JsonValue {
    if (text === "true") return true;
    if (text === "false") return false;
    if (text === "null") return null;
    const number = text === "" ? Number.NaN : Number(text);
    if (Number.isFinite(number)) return number;
    return fail(`“${(text || character).slice(0, 40)}” needs quotes around it`);
  }

  try {
    const value = parseValue(limits.jsonDepth);
    skipSpace();
    if (position < source.length) fail(`there is extra text after the end: “${source.slice(position, position + 20)}”`);
    return { value };
  } catch (error) {
    if (error instanceof LooseJsonError) return { problem: error.message };
    throw error;
  }
}

export function isJsonObject(value: unknown): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
