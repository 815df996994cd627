import type { DataSource, Variable } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getVariableTexts } from "./variableTexts.ts";

/** A document of a file variable. `source` is null until it is ready. */
export interface FieldDocument {
  name: string;
  source: DataSource | null;
}

/** The values that a person has entered, by the name of the variable. */
export interface VariableEntries {
  /** Texts, 'true' or 'false', ids of conversations and templates. */
  values: Readonly<Record<string, string>>;
  documents: Readonly<Record<string, readonly FieldDocument[]>>;
}

/**
 * Why the entries cannot be used. `message` is about all of them, or null; `fields` has a reason for each invalid
 * variable.
 */
export interface EntryProblems {
  message: string | null;
  fields: Readonly<Record<string, string>>;
}

/**
 * Returns the entry for a variable, if there is one. Checks own properties only: a variable may be called
 * `constructor`.
 */
export function getEntry<Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

export const isFileVariable = ({ type }: Variable) => type === "file" || type === "files";

/** True for a variable whose value is generated, not entered. */
export const isGenerated = ({ type }: Variable) => type === "uniqueId";

/**
 * Returns why the entries cannot be used; null: they can. `matches` resolves with null if the pattern cannot be
 * checked.
 */
export async function validateEntries(
  variables: readonly Variable[],
  { values, documents }: VariableEntries,
  matches: (pattern: string, text: string) => Promise<boolean | null>,
): Promise<EntryProblems | null> {
  const texts = getVariableTexts();
  const isMissing = (variable: Variable) =>
    !variable.options.optional &&
    (isFileVariable(variable)
      ? !getEntry(documents, variable.name)?.length
      : (getEntry(values, variable.name) ?? "").trim() === "");
  const missingVariables = variables.filter(
    (variable) => !isGenerated(variable) && variable.type !== "boolean" && isMissing(variable),
  );
  if (missingVariables.length > 0) {
    const fields = Object.fromEntries(missingVariables.map(({ name }) => [name, t`This is required.`]));
    return {
      message: missingVariables.some(isFileVariable) ? texts.missingFile : texts.missingValue,
      fields,
    };
  }
  const selectedDocuments = variables.filter(isFileVariable).flatMap(({ name }) => getEntry(documents, name) ?? []);
  if (selectedDocuments.some(({ source }) => source === null)) return { message: texts.stillUploading, fields: {} };
  const problems: [string, string][] = [];
  for (const variable of variables) {
    const reason = await findTextProblem(variable, getEntry(values, variable.name) ?? "", matches);
    if (reason !== null) problems.push([variable.name, reason]);
  }
  return problems.length === 0 ? null : { message: null, fields: Object.fromEntries(problems) };
}

/** Returns what is wrong with the value of a text variable; null: nothing. Empty text is valid. */
async function findTextProblem(
  { type, options: { regex, startsWith } }: Variable,
  text: string,
  matches: (pattern: string, text: string) => Promise<boolean | null>,
): Promise<string | null> {
  if (type !== "text" || text === "") return null;
  if (startsWith && !text.startsWith(startsWith)) return t`This must begin with “${startsWith}”.`;
  if (!regex) return null;
  const isMatch = await matches(regex, text);
  if (isMatch === null)
    return t`This value can’t be checked: the template’s pattern ${regex} is invalid or too complex for text of this length.`;
  return isMatch ? null : t`This must match the pattern ${regex}`;
}
