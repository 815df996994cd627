import type { JsonObject } from "../primitives.ts";
import { isJsonObject, type JsonValue, parseLooseJson } from "./looseJson.ts";

/** A function that the model may call; `parameters` is the JSON Schema of its arguments. */
export interface RequestedFunction {
  name: string;
  description?: string;
  parameters: JsonObject;
}

/** The requested format of an answer. */
export type StructuredMode =
  | { kind: "json"; schema: JsonObject | null }
  | { kind: "jsonSchema"; name: string; schema: JsonObject; strict: boolean }
  | { kind: "csv"; columns: string[] }
  | { kind: "functions"; functions: RequestedFunction[]; call: "auto" | "none" | { name: string } };

/** `problem` says in a sentence for the user why the message cannot be sent as it is. */
export type StructuredModeResult = { mode: StructuredMode | null; text: string } | { problem: string };

const functionNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Parses the prefix `json({schema})`, `json!({schema})`, `csv({columns})` or `fn({functions, call})` of a message.
 * `text` is the rest of the message, which is sent to the model. Without such a prefix, `mode` is null and `text` is
 * the whole message. Runs in linear time and never throws.
 */
export function parseStructuredMode(message: string): StructuredModeResult {
  const unstructured = { mode: null, text: message };
  const prefixMatch = message.slice(0, 200).match(/^\s*(json!|json|csv|fn)\s*\(\s*(?=[{)])/);
  const modeName = prefixMatch?.[1];
  if (!prefixMatch || !modeName) return unstructured;
  const openIndex = prefixMatch[0].indexOf("(");
  const closeIndex = findClosingParenthesis(message, openIndex);
  if (closeIndex < 0) return { problem: `${modeName}( … ) has no closing parenthesis. The message wasn’t sent.` };
  const optionsText = message.slice(openIndex + 1, closeIndex).trim();
  const options = optionsText === "" ? { value: {} } : parseLooseJson(optionsText);
  if ("problem" in options)
    return { problem: `The options of ${modeName}( … ) can’t be read: ${options.problem}. The message wasn’t sent.` };
  const mode = isJsonObject(options.value) ? parseMode(modeName, options.value) : "needs an object in braces";
  if (typeof mode === "string") return { problem: `${modeName}( … ) ${mode}. The message wasn’t sent.` };
  const text = message.slice(closeIndex + 1).trim();
  if (text === "") return { problem: `Write your question after ${modeName}( … ). The message wasn’t sent.` };
  return { mode, text };
}

/**
 * Returns the index of the parenthesis that closes the one at `openIndex`, ignoring those inside strings; -1 if there is
 * none.
 */
function findClosingParenthesis(text: string, openIndex: number): number {
  let depth = 0;
  let quote = "";
  for (let position = openIndex; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (quote !== "") {
      if (character === "\\") position += 1;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")") {
      depth -= 1;
      if (depth === 0) return position;
    }
  }
  return -1;
}

/** Returns the mode, or a phrase that describes the problem, to be shown after the mode's name. */
function parseMode(modeName: string, options: { [key: string]: JsonValue }): StructuredMode | string {
  switch (modeName) {
    case "json":
      return { kind: "json", schema: findSchema(options) };
    case "json!": {
      const schema = findSchema(options);
      if (!schema) return 'needs a JSON schema, as in json!({schema: {type: "object", properties: { … }}})';
      const strict =
        typeof options.strict === "boolean" && isJsonObject(options.schema) ? options.strict : isClosed(schema);
      const title = isJsonObject(options.schema) ? options.name : schema.title;
      const name = typeof title === "string" ? title.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, 64) : "";
      return { kind: "jsonSchema", name: name || "answer", schema, strict };
    }
    case "csv": {
      const columns = parseColumns(options.columns);
      return columns.length > 0 ? { kind: "csv", columns } : 'needs columns, as in csv({columns: ["name", "year"]})';
    }
    default:
      return parseFunctions(options);
  }
}

/** Returns the option `schema`, or the options themselves if they look like a schema, or else null. */
function findSchema(options: { [key: string]: JsonValue }): JsonObject | null {
  if (isJsonObject(options.schema)) return options.schema;
  return ["type", "properties", "$ref", "anyOf", "oneOf", "enum"].some((key) => Object.hasOwn(options, key))
    ? options
    : null;
}

function parseColumns(value: JsonValue | undefined): string[] {
  if (isJsonObject(value)) return Object.keys(value);
  const list = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  return list.flatMap((item) => {
    const name = isJsonObject(item) ? item.name : item;
    return typeof name === "string" && name.trim() !== "" ? [name.trim()] : [];
  });
}

function parseFunctions({ functions: value, call = "auto" }: { [key: string]: JsonValue }): StructuredMode | string {
  const list = Array.isArray(value) ? value : isJsonObject(value) ? [value] : [];
  const functions: RequestedFunction[] = [];
  for (const item of list) {
    const name = isJsonObject(item) ? item.name : item;
    if (typeof name !== "string" || !functionNamePattern.test(name))
      return "has an invalid function name: use at most 64 letters, digits, - and _";
    if (functions.some((known) => known.name === name)) return `names the function ${name} twice`;
    const { description, parameters } = isJsonObject(item) ? item : {};
    functions.push({
      name,
      parameters: isJsonObject(parameters) ? parameters : { type: "object", properties: {} },
      ...(typeof description === "string" ? { description } : {}),
    });
  }
  if (functions.length === 0) return 'needs functions, as in fn({functions: [{name: "lookUp", parameters: { … }}]})';
  if (call === "auto" || call === "none") return { kind: "functions", functions, call };
  const calledName = isJsonObject(call) ? call.name : call;
  if (typeof calledName !== "string" || !functions.some(({ name }) => name === calledName))
    return "calls a function that is not among its functions";
  return { kind: "functions", functions, call: { name: calledName } };
}

/**
 * True if model servers accept the schema in strict mode: every object lists all its members, requires each of them and
 * allows no others.
 */
function isClosed(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isClosed);
  if (!isJsonObject(schema)) return true;
  if (isJsonObject(schema.properties)) {
    const required: unknown = schema.required;
    const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
    if (schema.additionalProperties !== false || !Object.keys(schema.properties).every(isRequired)) return false;
  } else if (schema.type === "object") return false;
  return Object.values(schema).every(isClosed);
}

/** Returns the instructions about the format, to append to those of the conversation; empty for functions. */
export function buildStructuredInstruction(mode: StructuredMode): string {
  switch (mode.kind) {
    case "json":
      return mode.schema
        ? `Answer with one JSON object and nothing else. It follows this JSON Schema:\n${JSON.stringify(mode.schema)}`
        : "Answer with one JSON object and nothing else.";
    case "jsonSchema":
      return "Answer with JSON and nothing else.";
    case "csv":
      return (
        "Answer with CSV as in RFC 4180 and nothing else: no other text, no code fence. The first line is exactly " +
        "this header:\n" +
        formatCsvLine(mode.columns)
      );
    case "functions":
      return "";
    default:
      return mode satisfies never;
  }
}

const formatCsvLine = (fields: readonly string[]) =>
  fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");

/**
 * Returns a sentence that says why an answer does not have the requested format; null if no problem was found. Does not
 * check JSON against its schema. A code fence around the whole answer is ignored.
 */
export function validateStructuredAnswer(mode: StructuredMode, answer: string): string | null {
  const text = stripCodeFence(answer);
  switch (mode.kind) {
    case "json":
    case "jsonSchema":
      return isJson(text) ? null : "This answer isn’t valid JSON.";
    case "csv":
      return validateCsv(mode.columns, text);
    case "functions":
      return null;
    default:
      return mode satisfies never;
  }
}

/** Removes a code fence around the whole text. */
export function stripCodeFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```") || !trimmed.endsWith("```")) return trimmed;
  const firstLineBreak = trimmed.indexOf("\n");
  return firstLineBreak < 0 ? trimmed : trimmed.slice(firstLineBreak + 1, -3).trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function validateCsv(columns: readonly string[], text: string): string | null {
  const rows = parseCsv(text);
  if (!rows) return "This answer is not valid CSV: a quotation mark is missing.";
  const [header, ...dataRows] = rows;
  const hasExpectedHeader =
    header?.length === columns.length && header.every((name, index) => name.trim() === columns[index]);
  if (!hasExpectedHeader) return `This answer doesn’t start with the columns ${columns.join(", ")}.`;
  const wrongRowIndex = dataRows.findIndex((row) => row.length !== columns.length);
  return wrongRowIndex < 0 ? null : `Row ${wrongRowIndex + 1} of this answer doesn’t have ${columns.length} columns.`;
}

/** Parses CSV into rows of fields and skips empty lines. Returns null if a quotation mark is not closed. */
export function parseCsv(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let position = 0; position <= text.length; position += 1) {
    const character = text.charAt(position);
    if (isQuoted) {
      if (character === "") return null;
      if (character !== '"') field += character;
      else if (text.charAt(position + 1) === '"') {
        field += '"';
        position += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === "") isQuoted = true;
    else if (character === "," || character === "\n" || character === "") {
      row.push(character === "," ? field : field.replace(/\r$/, ""));
      field = "";
      if (character === ",") continue;
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
    } else field += character;
  }
  return rows;
}
