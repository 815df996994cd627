import { isJsonObject, type JsonValue, parseLooseJson } from "./looseJson.ts";
import type { JsonObject } from "./primitives.ts";

/** A function that the model may ask for; `parameters` is the JSON Schema of its arguments. */
export interface RequestedFunction {
  name: string;
  description?: string;
  parameters: JsonObject;
}

/** In which form an answer is asked for. */
export type StructuredMode =
  | { kind: "json"; schema: JsonObject | null }
  | { kind: "jsonSchema"; name: string; schema: JsonObject; strict: boolean }
  | { kind: "csv"; columns: string[] }
  | { kind: "functions"; functions: RequestedFunction[]; call: "auto" | "none" | { name: string } };

/** `problem`: the message begins like one of the modes, but what it asks for cannot be read. A sentence for the person. */
export type StructuredModeResult = { mode: StructuredMode | null; text: string } | { problem: string };

const functionName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * [C5.10] Takes `json({schema})`, `json!({schema})`, `csv({columns})` or `fn({functions, call})` off the start of a message. `text` is
 * what is sent: all that follows the closing parenthesis. Anything else is plain chat. In linear time; never throws.
 */
export function parseStructuredMode(message: string): StructuredModeResult {
  const plain = { mode: null, text: message };
  const head = message.slice(0, 200).match(/^\s*(json!|json|csv|fn)\s*\(\s*(?=[{)])/);
  const word = head?.[1];
  if (!head || !word) return plain;
  const open = head[0].indexOf("(");
  const close = closingParenthesis(message, open);
  if (close < 0) return { problem: `${word}( … ) has no closing parenthesis. The message was not sent.` };
  const inside = message.slice(open + 1, close).trim();
  const read = inside === "" ? { value: {} } : parseLooseJson(inside);
  if ("problem" in read)
    return { problem: `The options of ${word}( … ) cannot be read: ${read.problem}. The message was not sent.` };
  const mode = isJsonObject(read.value) ? modeOf(word, read.value) : "needs an object in braces";
  if (typeof mode === "string") return { problem: `${word}( … ) ${mode}. The message was not sent.` };
  const text = message.slice(close + 1).trim();
  if (text === "")
    return { problem: `Write after ${word}( … ) what the answer is to be about. The message was not sent.` };
  return { mode, text };
}

/** Where the parenthesis that opens at `open` is closed, those within texts passed over; -1: nowhere. */
function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (quote !== "") {
      if (mark === "\\") at += 1;
      else if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === "(") depth += 1;
    else if (mark === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** A text says what is wrong, to follow the mode's name. */
function modeOf(word: string, options: { [key: string]: JsonValue }): StructuredMode | string {
  switch (word) {
    case "json":
      return { kind: "json", schema: schemaOf(options) };
    case "json!": {
      const schema = schemaOf(options);
      if (!schema) return 'needs a JSON schema, as in json!({schema: {type: "object", properties: { … }}})';
      const strict =
        typeof options.strict === "boolean" && isJsonObject(options.schema) ? options.strict : isClosed(schema);
      const given = isJsonObject(options.schema) ? options.name : schema.title;
      const name = typeof given === "string" ? given.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, 64) : "";
      return { kind: "jsonSchema", name: name || "answer", schema, strict };
    }
    case "csv": {
      const columns = columnsOf(options.columns);
      return columns.length > 0 ? { kind: "csv", columns } : 'needs columns, as in csv({columns: ["name", "year"]})';
    }
    default:
      return functionsOf(options);
  }
}

/** The schema is named, or the options are one themselves. */
function schemaOf(options: { [key: string]: JsonValue }): JsonObject | null {
  if (isJsonObject(options.schema)) return options.schema;
  return ["type", "properties", "$ref", "anyOf", "oneOf", "enum"].some((key) => Object.hasOwn(options, key))
    ? options
    : null;
}

function columnsOf(given: JsonValue | undefined): string[] {
  if (isJsonObject(given)) return Object.keys(given);
  const list = typeof given === "string" ? given.split(",") : Array.isArray(given) ? given : [];
  return list.flatMap((item) => {
    const name = isJsonObject(item) ? item.name : item;
    return typeof name === "string" && name.trim() !== "" ? [name.trim()] : [];
  });
}

function functionsOf({ functions: given, call = "auto" }: { [key: string]: JsonValue }): StructuredMode | string {
  const list = Array.isArray(given) ? given : isJsonObject(given) ? [given] : [];
  const functions: RequestedFunction[] = [];
  for (const item of list) {
    const name = isJsonObject(item) ? item.name : item;
    if (typeof name !== "string" || !functionName.test(name))
      return "names a function wrongly: letters, digits, - and _, at most 64";
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
  const wanted = isJsonObject(call) ? call.name : call;
  if (typeof wanted !== "string" || !functions.some(({ name }) => name === wanted))
    return "calls a function that is not among its functions";
  return { kind: "functions", functions, call: { name: wanted } };
}

/** Whether servers that hold the model to a schema word by word take it: each object names all its members, and all are required. */
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

/** What the model is told of the form, beside the conversation's own instructions; empty where the request itself says it. */
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
        "Answer with CSV as in RFC 4180 and nothing else: no other text, no code fence. The first line is exactly this header:\n" +
        csvLine(mode.columns)
      );
    case "functions":
      return "";
    default:
      return mode satisfies never;
  }
}

const csvLine = (fields: readonly string[]) =>
  fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");

/**
 * Why an answer is not of the form that was asked for, as a sentence; null: it is, as far as can be told. A code fence around the
 * whole counts as none.
 */
export function validateStructuredAnswer(mode: StructuredMode, answer: string): string | null {
  const text = withoutFence(answer);
  switch (mode.kind) {
    case "json":
    case "jsonSchema":
      return isJson(text) ? null : "This answer is not valid JSON.";
    case "csv":
      return csvProblem(mode.columns, text);
    case "functions":
      return null;
    default:
      return mode satisfies never;
  }
}

/** What stands within the code fence that is around the whole text; the text itself where there is none. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```") || !trimmed.endsWith("```")) return trimmed;
  const firstBreak = trimmed.indexOf("\n");
  return firstBreak < 0 ? trimmed : trimmed.slice(firstBreak + 1, -3).trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function csvProblem(columns: readonly string[], text: string): string | null {
  const rows = csvRows(text);
  if (!rows) return "This answer is not valid CSV: a quotation mark is missing.";
  const [header, ...others] = rows;
  const same = header?.length === columns.length && header.every((name, index) => name.trim() === columns[index]);
  if (!same) return `This answer does not begin with the columns ${columns.join(", ")}.`;
  const wrong = others.findIndex((row) => row.length !== columns.length);
  return wrong < 0 ? null : `Row ${wrong + 1} of this answer does not have ${columns.length} columns.`;
}

/** Rows of fields; null where a quotation mark is not closed. Empty lines count as none. */
function csvRows(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const mark = text.charAt(at);
    if (isQuoted) {
      if (mark === "") return null;
      if (mark !== '"') field += mark;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (mark === '"' && field === "") isQuoted = true;
    else if (mark === "," || mark === "\n" || mark === "") {
      row.push(mark === "," ? field : field.replace(/\r$/, ""));
      field = "";
      if (mark === ",") continue;
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
    } else field += mark;
  }
  return rows;
}
