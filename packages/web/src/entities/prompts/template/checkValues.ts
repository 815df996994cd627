import type { DataSource, Variable } from "@lectern/contract";
import { variableTexts } from "./variableTexts.ts";

/** A document of a file variable; without `source` it is not ready. */
export interface FieldDocument {
  name: string;
  source: DataSource | null;
}

/** What was put in, by the variable's name. */
export interface Entries {
  /** Texts, 'true' or 'false', ids of conversations and templates. */
  values: Readonly<Record<string, string>>;
  documents: Readonly<Record<string, readonly FieldDocument[]>>;
}

/** `message`: why the whole cannot be used, word for word; null: only `fields` say why. `fields`: reasons by name. */
export interface Refusal {
  message: string | null;
  fields: Readonly<Record<string, string>>;
}

/** What was put in for a variable; undefined: nothing. A name may be one that every object has, as `constructor`. */
export function entryOf<Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

export const isFile = ({ type }: Variable) => type === "file" || type === "files";

/** A variable that a person is not asked for. */
export const isGenerated = ({ type }: Variable) => type === "uniqueId";

/** Why the variables cannot be filled with this; null: they can. `matches` may load what reads patterns; null: it cannot be told. */
export async function checkValues(
  variables: readonly Variable[],
  { values, documents }: Entries,
  matches: (pattern: string, text: string) => Promise<boolean | null>,
): Promise<Refusal | null> {
  const isMissing = (variable: Variable) =>
    !variable.options.optional &&
    (isFile(variable)
      ? !entryOf(documents, variable.name)?.length
      : (entryOf(values, variable.name) ?? "").trim() === "");
  const missing = variables.filter(
    (variable) => !isGenerated(variable) && variable.type !== "boolean" && isMissing(variable),
  );
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map(({ name }) => [name, "This is required."]));
    return { message: missing.some(isFile) ? variableTexts.missingFile : variableTexts.missingValue, fields };
  }
  const given = variables.filter(isFile).flatMap(({ name }) => entryOf(documents, name) ?? []);
  if (given.some(({ source }) => source === null)) return { message: variableTexts.stillUploading, fields: {} };
  const wrong: [string, string][] = [];
  for (const variable of variables) {
    const reason = await wrongText(variable, entryOf(values, variable.name) ?? "", matches);
    if (reason !== null) wrong.push([variable.name, reason]);
  }
  return wrong.length === 0 ? null : { message: null, fields: Object.fromEntries(wrong) };
}

/** [C5.22] What is wrong with a text that may be typed freely; one that is left out is not wrong. */
async function wrongText(
  { type, options: { regex, startsWith } }: Variable,
  text: string,
  matches: (pattern: string, text: string) => Promise<boolean | null>,
): Promise<string | null> {
  if (type !== "text" || text === "") return null;
  if (startsWith && !text.startsWith(startsWith)) return `This must begin with “${startsWith}”.`;
  if (!regex) return null;
  const isMatch = await matches(regex, text);
  if (isMatch === null)
    return `This cannot be checked: the template's pattern ${regex} is not valid, or too large for so long a text.`;
  return isMatch ? null : `This must match the pattern ${regex}`;
}
