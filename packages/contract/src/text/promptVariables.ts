import { limits } from "../limits.ts";
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

/** The options of a variable. Unknown options are preserved. */
export interface VariableOptions {
  optional?: boolean;
  /** True: inserts the metadata of the file or the conversation together with its content. */
  includeMetadata?: boolean;
  /** True: each line begins with its number. */
  lineNumbers?: boolean;
  /** True: escapes the text for use inside a JSON string. */
  escape?: boolean;
  /** Maximum length in characters; a longer text is cut. 0: unlimited. */
  truncate?: number;
  /** True: cuts the beginning instead of the end. */
  truncateFromEnd?: boolean;
  /** Regular expression of which the text must contain a match; `^…$` requires that the whole text matches. */
  regex?: string;
  /** Required prefix of entered text, or of the names of the templates or conversations to choose from. */
  startsWith?: string;
  /** The choices. */
  options?: string[];
  /** For the type `template`: which templates are offered. */
  type?: "prompt" | "automation";
  default?: JsonValue;
  [other: string]: JsonValue | undefined;
}

export interface Variable {
  name: string;
  type: VariableType;
  options: VariableOptions;
}

/** A variable and its position in a template: [start, end) in UTF-16 code units. */
export interface VariableOccurrence extends Variable {
  start: number;
  end: number;
  /** The reason why the options could not be parsed (they are then ignored), or null. */
  problem: string | null;
}

const maxNameLength = 1_000;

/**
 * Finds the variables of a template in order: `{{name}}`, `{{name:type(options)}}` and `{{name:options[a,b]}}`. All
 * other braces are plain text. Runs in linear time and never throws.
 */
export function parsePromptVariables(text: string): VariableOccurrence[] {
  const occurrences: VariableOccurrence[] = [];
  let from = 0;
  for (;;) {
    let start = text.indexOf("{{", from);
    if (start < 0) return occurrences;
    // With more than two braces in a row, the last two open the variable.
    while (text.startsWith("{{", start + 1)) start += 1;
    const { body, end } = readBody(text, start + 2);
    const variable = body === null ? null : parseBody(body);
    if (variable) occurrences.push({ ...variable, start, end });
    from = end;
  }
}

/**
 * Reads up to the closing braces; `end` is the index at which to continue. `body` is null if the text ends or `{{`
 * occurs before any closing braces.
 */
function readBody(text: string, start: number): { body: string | null; end: number } {
  let firstCloseIndex = -1;
  let quote = "";
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "{" && text.charAt(index + 1) === "{") return closeBody(text, start, firstCloseIndex, index);
    const isClosing = character === "}" && text.charAt(index + 1) === "}";
    if (isClosing && firstCloseIndex < 0) firstCloseIndex = index;
    // Inside parentheses, braces can belong to the options.
    if (isClosing && quote === "" && depth === 0) return closeBody(text, start, index, index);
    if (character === "\\" && quote !== "") index += 1;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (depth > 0 && (character === '"' || character === "'")) quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")" && depth > 0) depth -= 1;
  }
  return closeBody(text, start, firstCloseIndex, text.length);
}

function closeBody(text: string, start: number, close: number, endIfOpen: number) {
  return close < 0 ? { body: null, end: endIfOpen } : { body: text.slice(start, close), end: close + 2 };
}

function parseBody(body: string): (Variable & { problem: string | null }) | null {
  const colon = body.indexOf(":");
  const typeAndOptions = colon < 0 ? null : parseTypeAndOptions(body.slice(colon + 1).trim());
  const name = (typeAndOptions ? body.slice(0, colon) : body).trim();
  if (name === "" || name.length > maxNameLength || /[\r\n]/.test(name)) return null;
  return { name, ...(typeAndOptions ?? { type: "text", options: {}, problem: null }) };
}

/**
 * Parses the part after the colon. Returns null if it is not a type with options: the colon then belongs to the name.
 */
function parseTypeAndOptions(part: string): Omit<Variable & { problem: string | null }, "name"> | null {
  const typeWord = part.slice(0, 20).match(/^[A-Za-z]+/)?.[0] ?? "";
  const type = variableTypes.find((known) => known.toLowerCase() === typeWord.toLowerCase());
  if (!type) return null;
  let rest = part.slice(typeWord.length).trim();
  const options: VariableOptions = {};
  if (rest.startsWith("[")) {
    const end = findListEnd(rest);
    if (end < 0) return { type, options, problem: "a closing bracket is missing" };
    options.options = splitList(rest.slice(1, end));
    rest = rest.slice(end + 1).trim();
  }
  if (rest === "") return { type, options, problem: null };
  if (!rest.startsWith("(") || !rest.endsWith(")"))
    return rest.startsWith("(") || options.options ? { type, options, problem: "a parenthesis is missing" } : null;
  const parsedOptions = parseVariableOptions(rest.slice(1, -1));
  return "problem" in parsedOptions
    ? { type, options, problem: parsedOptions.problem }
    : { type, options: { ...parsedOptions.options, ...options }, problem: null };
}

/** Matches an item in quotes, with what precedes it. Elsewhere in an item a quote is an apostrophe. */
const quotedItemPattern = /([[,]\s*)("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')(?=\s*[,\]])/g;

/** Returns the index of the bracket that closes the list at the start of `text`; -1 if there is none. */
function findListEnd(text: string): number {
  return text
    .replace(quotedItemPattern, (_, before: string, item: string) => before + "x".repeat(item.length))
    .indexOf("]");
}

const listItemPattern = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"\s*(?=,|$)|'((?:[^'\\]|\\[\s\S])*)'\s*(?=,|$)|([^,]*))(?:,|$)/gy;

/**
 * Splits a comma-separated list as people write it: an item in quotes may contain commas, and empty items are dropped.
 */
function splitList(text: string): string[] {
  return Array.from(text.matchAll(listItemPattern), ([, double, single, plain = ""]) => {
    const quoted = double ?? single;
    return (quoted?.replace(/\\([\s\S])/g, "$1") ?? plain).trim();
  }).filter((item) => item !== "");
}

/** Parses the options between the parentheses. */
export function parseVariableOptions(source: string): { options: VariableOptions } | { problem: string } {
  const trimmed = source.trim();
  const parsedOptions = parseLooseJson(trimmed.startsWith("{") ? trimmed : `{${trimmed}}`);
  if ("problem" in parsedOptions) return parsedOptions;
  if (!isJsonObject(parsedOptions.value)) return { problem: "options must be written as name: value" };
  return { options: validateOptions(parsedOptions.value) };
}

/** Drops options whose value has the wrong type. */
function validateOptions(json: { [key: string]: JsonValue }): VariableOptions {
  const options: VariableOptions = {};
  for (const [key, value] of Object.entries(json)) {
    const validValue = validateOption(key, value);
    if (validValue !== undefined && key !== "__proto__") options[key] = validValue;
  }
  return options;
}

function validateOption(key: string, value: JsonValue): JsonValue | undefined {
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
      if (typeof value === "string") return splitList(value);
      return Array.isArray(value)
        ? value.filter((item) => typeof item === "string" || typeof item === "number").map(String)
        : undefined;
    case "type":
      return value === "prompt" || value === "automation" ? value : undefined;
    default:
      return value;
  }
}

/** Writes a variable in template syntax. Parsing the result gives the same variable. */
export function formatPromptVariable({ name, type, options }: Variable): string {
  const { options: choices, ...otherOptions } = options;
  const isPlainList =
    type === "options" &&
    choices !== undefined &&
    choices.length > 0 &&
    choices.every((item) => /^[\p{L}\p{N} _.-]+$/u.test(item) && item.trim() === item);
  const definedOptions = Object.entries(isPlainList ? otherOptions : options).filter(
    ([, value]) => value !== undefined,
  );
  const list = isPlainList ? `[${choices.join(", ")}]` : "";
  const formattedOptions = definedOptions.map(
    ([key, value]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : formatJson(key)}: ${formatJson(value)}`,
  );
  const optionsText = formattedOptions.length > 0 ? `(${formattedOptions.join(", ")})` : "";
  const typeText = type === "text" && optionsText === "" ? "" : `:${type}${list}${optionsText}`;
  return `{{${name}${typeText}}}`;
}

/** Writes JSON without `{{` inside its strings. */
function formatJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\{(?=\{)/g, "\\u007b");
}

/**
 * Returns one variable per name, in order of first appearance. Of variables with the same name, returns the first that
 * has a type other than `text` or options, or else the first.
 */
export function distinctVariables<V extends Variable>(variables: readonly V[]): V[] {
  const variablesByName = new Map<string, V>();
  for (const variable of variables) {
    const existingVariable = variablesByName.get(variable.name);
    const isMoreSpecific = existingVariable && isBare(existingVariable) && !isBare(variable);
    if (!existingVariable || isMoreSpecific) variablesByName.set(variable.name, variable);
  }
  return [...variablesByName.values()];
}

const isBare = ({ type, options }: Variable) => type === "text" && Object.keys(options).length === 0;

/**
 * Replaces each variable by its value; null leaves the variable in place. Values are not searched for variables. Throws
 * RangeError if the result would exceed the length of a message: a short template can repeat one variable thousands of
 * times.
 */
export function fillPromptVariables(text: string, getValue: (variable: VariableOccurrence) => string | null): string {
  const parts: string[] = [];
  let from = 0;
  let length = text.length;
  for (const variable of parsePromptVariables(text)) {
    const value = getValue(variable);
    if (value === null) continue;
    parts.push(text.slice(from, variable.start), value);
    from = variable.end;
    length += value.length - (variable.end - variable.start);
    if (length > limits.messageLength) {
      throw new RangeError(`A message can have at most ${limits.messageLength.toLocaleString("en-US")} characters.`);
    }
  }
  return parts.join("") + text.slice(from);
}
