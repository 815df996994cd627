import { limits } from "./limits.ts";
import { isJsonObject, type JsonValue, parseLooseJson } from "./looseJson.ts";

export const variableTypes = [
  "text",
  "file",
  "files",
  "boolean",
  "options",
  "conversation",
  "template",
  "uniqueId",
] as const;
export type VariableType = (typeof variableTypes)[number];

/** What may be set for a variable. What is not named here is kept. */
export interface VariableOptions {
  optional?: boolean;
  /** Also says what is known of the file or the conversation beside its content. */
  includeMetadata?: boolean;
  /** Each line begins with its number. */
  lineNumbers?: boolean;
  /** The text is written as the inside of a JSON string. */
  escape?: boolean;
  /** Longest text, in characters; what is longer is cut. 0: none. */
  truncate?: number;
  /** What is cut is the beginning. */
  truncateFromEnd?: boolean;
  /** Must be found in the text, in linear time: `^…$` is for all of it. */
  regex?: string;
  /** Only templates or conversations whose name begins so are offered; a text must begin so. */
  startsWith?: string;
  /** What can be chosen. */
  options?: string[];
  /** Of a template: which are offered. */
  type?: "prompt" | "automation";
  default?: JsonValue;
  [other: string]: JsonValue | undefined;
}

export interface Variable {
  name: string;
  type: VariableType;
  options: VariableOptions;
}

/** A variable where it stands in a text: [start, end) in UTF-16 code units. */
export interface VariableOccurrence extends Variable {
  start: number;
  end: number;
  /** Why its options could not be read; they are then as if there were none. Null: they could. */
  problem: string | null;
}

const longestName = 1_000;

/**
 * [C5.21] The variables of a template, `{{name}}`, `{{name:type(options)}}` and `{{name:options[a,b]}}`, in order. Braces that
 * belong to none are text. In linear time; never throws.
 */
export function parsePromptVariables(text: string): VariableOccurrence[] {
  const found: VariableOccurrence[] = [];
  let from = 0;
  for (;;) {
    let start = text.indexOf("{{", from);
    if (start < 0) return found;
    // Of several braces the last two are the variable's.
    while (text.startsWith("{{", start + 1)) start += 1;
    const { body, end } = bodyAt(text, start + 2);
    const variable = body === null ? null : variableOf(body);
    if (variable) found.push({ ...variable, start, end });
    from = end;
  }
}

/** What stands up to the braces that close it, and where to look on; null: nothing closes it before the next one begins. */
function bodyAt(text: string, start: number): { body: string | null; end: number } {
  let firstClose = -1;
  let quote = "";
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (mark === "{" && text.charAt(at + 1) === "{") return closedAt(text, start, firstClose, at);
    const closes = mark === "}" && text.charAt(at + 1) === "}";
    if (closes && firstClose < 0) firstClose = at;
    // Only within parentheses may braces belong to something else.
    if (closes && quote === "" && depth === 0) return closedAt(text, start, at, at);
    if (mark === "\\" && quote !== "") at += 1;
    else if (quote !== "") quote = mark === quote ? "" : quote;
    else if (depth > 0 && (mark === '"' || mark === "'")) quote = mark;
    else if (mark === "(") depth += 1;
    else if (mark === ")" && depth > 0) depth -= 1;
  }
  return closedAt(text, start, firstClose, text.length);
}

function closedAt(text: string, start: number, close: number, otherwise: number) {
  return close < 0 ? { body: null, end: otherwise } : { body: text.slice(start, close), end: close + 2 };
}

function variableOf(body: string): (Variable & { problem: string | null }) | null {
  const colon = body.indexOf(":");
  const typed = colon < 0 ? null : typedPart(body.slice(colon + 1).trim());
  const name = (typed ? body.slice(0, colon) : body).trim();
  if (name === "" || name.length > longestName || /[\r\n]/.test(name)) return null;
  return { name, ...(typed ?? { type: "text", options: {}, problem: null }) };
}

/** What stands after the colon, where it begins with a type; else the colon belongs to the name. */
function typedPart(part: string): Omit<Variable & { problem: string | null }, "name"> | null {
  const word = part.slice(0, 20).match(/^[A-Za-z]+/)?.[0] ?? "";
  const type = variableTypes.find((known) => known.toLowerCase() === word.toLowerCase());
  if (!type) return null;
  let rest = part.slice(word.length).trim();
  const options: VariableOptions = {};
  if (rest.startsWith("[")) {
    const end = rest.indexOf("]");
    if (end < 0) return { type, options, problem: "a closing bracket is missing" };
    options.options = listOf(rest.slice(1, end));
    rest = rest.slice(end + 1).trim();
  }
  if (rest === "") return { type, options, problem: null };
  if (!rest.startsWith("(") || !rest.endsWith(")"))
    return rest.startsWith("(") || options.options ? { type, options, problem: "a parenthesis is missing" } : null;
  const read = parseVariableOptions(rest.slice(1, -1));
  return "problem" in read
    ? { type, options, problem: read.problem }
    : { type, options: { ...read.options, ...options }, problem: null };
}

/** A comma-separated list as people write it, without what is empty; quotes around an item are not part of it. */
function listOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter((item) => item !== "");
}

/** [C5.22] Options as they stand between the parentheses. */
export function parseVariableOptions(source: string): { options: VariableOptions } | { problem: string } {
  const trimmed = source.trim();
  const read = parseLooseJson(trimmed.startsWith("{") ? trimmed : `{${trimmed}}`);
  if ("problem" in read) return read;
  if (!isJsonObject(read.value)) return { problem: "options are written as name: value" };
  return { options: typedOptions(read.value) };
}

/** What has the wrong type for its name counts as not given. */
function typedOptions(given: { [key: string]: JsonValue }): VariableOptions {
  const options: VariableOptions = {};
  for (const [key, value] of Object.entries(given)) {
    const typed = typedOption(key, value);
    if (typed !== undefined && key !== "__proto__") options[key] = typed;
  }
  return options;
}

function typedOption(key: string, value: JsonValue): JsonValue | undefined {
  switch (key) {
    case "optional":
    case "includeMetadata":
    case "lineNumbers":
    case "escape":
    case "truncateFromEnd":
      return value === true || value === "true" ? true : value === false || value === "false" ? false : undefined;
    case "truncate": {
      const length = typeof value === "string" ? Number(value) : value;
      return typeof length === "number" && length >= 0
        ? Math.min(Math.floor(length), Number.MAX_SAFE_INTEGER)
        : undefined;
    }
    case "regex":
    case "startsWith":
      return typeof value === "string" ? value : undefined;
    case "options":
      if (typeof value === "string") return listOf(value);
      return Array.isArray(value)
        ? value.filter((item) => typeof item === "string" || typeof item === "number").map(String)
        : undefined;
    case "type":
      return value === "prompt" || value === "automation" ? value : undefined;
    default:
      return value;
  }
}

/** A variable as it stands in a template. Reading it again gives the same one. */
export function formatPromptVariable({ name, type, options }: Variable): string {
  const { options: choices, ...others } = options;
  const isPlainList =
    type === "options" &&
    choices !== undefined &&
    choices.length > 0 &&
    choices.every((item) => /^[\p{L}\p{N} _.-]+$/u.test(item) && item.trim() === item);
  const given = Object.entries(isPlainList ? others : options).filter(([, value]) => value !== undefined);
  const list = isPlainList ? `[${choices.join(", ")}]` : "";
  const written = given.map(
    ([key, value]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${quoted(value)}`,
  );
  const parenthesis = written.length > 0 ? `(${written.join(", ")})` : "";
  const typed = type === "text" && parenthesis === "" ? "" : `:${type}${list}${parenthesis}`;
  return `{{${name}${typed}}}`;
}

/** JSON that has no two braces beside each other within its texts. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\{(?=\{)/g, "\\u007b");
}

/** One variable a name, in order of first appearance: of several the first that says more than its name. */
export function distinctVariables<V extends Variable>(variables: readonly V[]): V[] {
  const byName = new Map<string, V>();
  for (const variable of variables) {
    const known = byName.get(variable.name);
    const saysMore = known && isBare(known) && !isBare(variable);
    if (!known || saysMore) byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

const isBare = ({ type, options }: Variable) => type === "text" && Object.keys(options).length === 0;

/**
 * The text with something in the place of each variable; null leaves it there. What is put in is not read for variables again. Throws
 * RangeError where it would be longer than any message: a short template can name one variable thousands of times.
 */
export function fillPromptVariables(text: string, fillWith: (variable: VariableOccurrence) => string | null): string {
  const parts: string[] = [];
  let from = 0;
  let length = text.length;
  for (const variable of parsePromptVariables(text)) {
    const value = fillWith(variable);
    if (value === null) continue;
    parts.push(text.slice(from, variable.start), value);
    from = variable.end;
    length += value.length - (variable.end - variable.start);
    if (length > limits.messageLength) {
      throw new RangeError(`A message has at most ${limits.messageLength.toLocaleString("en-US")} characters.`);
    }
  }
  return parts.join("") + text.slice(from);
}
