import { limits } from "@lectern/contract";

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

/** Parses the lines `key: value` of an `op` block; null: it is malformed. Pure. */
export function parseOpBlock(code: string): OpBlock | null {
  const special = new Map<string, string>();
  const fields = new Map<string, OpField>();
  for (const line of code.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const [, key = "", value = ""] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/u.exec(line) ?? [];
    const isSpecial = specialKeys.some((each) => each === key);
    if (isSpecial && !special.has(key)) special.set(key, value);
    else if (isSpecial || !addValue(fields, key, value)) return null;
  }
  const [id = "", title = "", buttonLabel = ""] = specialKeys.map((key) => special.get(key));
  const isOversized =
    fields.size > limits.paramsPerOperation || [id, title, buttonLabel].some(({ length }) => length > maxNameLength);
  return id === "" || isOversized ? null : { id, title, buttonLabel, fields: [...fields.values()] };
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
