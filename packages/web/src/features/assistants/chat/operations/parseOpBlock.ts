import { limits } from "@lectern/contract";
import * as z from "zod/mini";

/** A field of the form. With more than one value it is a list. */
export interface OpField {
  name: string;
  /** True if what a person enters must not be read over their shoulder. */
  isSecret: boolean;
  values: string[];
}

/** A call of an operation that an answer proposes as a form. */
export interface OpBlock {
  /** The id or name of the operation. */
  id: string;
  /** Blank: the block has none. */
  title: string;
  /** Blank: the default label. */
  buttonLabel: string;
  fields: OpField[];
}

const specialKeys = ["_id", "_title", "_button"] as const;
const secretPrefix = "s_";
const maxNameLength = 200;
const maxValueLength = 50_000;

/** True if a block is meant to be JSON, as models write it in place of lines. */
export const isJsonBlock = (code: string): boolean => code.trimStart().startsWith("{");

/** Parses the lines `key: value` of an `op` block, or a JSON object; null: it is malformed. Pure. */
export function parseOpBlock(code: string): OpBlock | null {
  const entries = isJsonBlock(code) ? listJsonEntries(code) : listLineEntries(code);
  const special = new Map<string, string>();
  const fields = new Map<string, OpField>();
  for (const [key, value] of entries ?? []) {
    const isSpecial = specialKeys.some((each) => each === key);
    if (isSpecial && !special.has(key)) special.set(key, value);
    else if (isSpecial || !addValue(fields, key, value)) return null;
  }
  const [id = "", title = "", buttonLabel = ""] = specialKeys.map((key) => special.get(key));
  const isOversized =
    fields.size > limits.paramsPerOperation || [id, title, buttonLabel].some(({ length }) => length > maxNameLength);
  return id === "" || isOversized ? null : { id, title, buttonLabel, fields: [...fields.values()] };
}

type Entry = readonly [key: string, value: string];

function listLineEntries(code: string): Entry[] {
  const lines = code.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, key = "", value = ""] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/u.exec(line) ?? [];
    return [key, value];
  });
}

const Value = z.union([z.string(), z.number(), z.boolean()]);
const Values = z.record(z.string(), z.union([Value, z.array(Value)]));

/** A list is several values for its key. */
function listJsonEntries(code: string): Entry[] | null {
  try {
    const values = z.parse(Values, JSON.parse(code));
    return Object.entries(values).flatMap(([key, value]) => [value].flat().map((each): Entry => [key, String(each)]));
  } catch {
    return null; // malformed
  }
}

/** Returns false if the field is impossible. */
function addValue(fields: Map<string, OpField>, key: string, value: string): boolean {
  const isSecret = key.startsWith(secretPrefix);
  const name = isSecret ? key.slice(secretPrefix.length) : key;
  const field = fields.get(name) ?? { name, isSecret: false, values: [] };
  fields.set(name, { name, isSecret: field.isSecret || isSecret, values: [...field.values, value] });
  const isShort = name.length <= maxNameLength && value.length <= maxValueLength;
  return name !== "" && isShort && field.values.length < limits.valuesPerOperationParam;
}

/** Returns the values by name, those of a list in their order. */
export function toParams(fields: readonly OpField[]): Record<string, string | string[]> {
  return Object.fromEntries(
    fields.map(({ name, values: [first = "", ...others] }) => [name, others.length === 0 ? first : [first, ...others]]),
  );
}
