import type { Variable, VariableOptions, VariableType } from "@lectern/contract";

/** [A9.18] How an option of a variable is edited. */
export type OptionKind = "integer" | "decimal" | "text" | "options" | "regex" | "list" | "boolean";

export interface OptionField {
  key: string;
  kind: OptionKind;
  label: string;
  hint?: string;
  /** What can be chosen, of kind `options`. */
  choices?: readonly { value: string; label: string }[];
}

const known = {
  optional: { kind: "boolean", label: "May be left empty" },
  options: { kind: "list", label: "Choices", hint: "Comma-separated." },
  default: { kind: "text", label: "Filled in at first" },
  regex: { kind: "regex", label: "Pattern (regex)", hint: "Must be found in the text; ^ and $ stand for its ends." },
  startsWith: { kind: "text", label: "Begins with" },
  truncate: { kind: "integer", label: "Cut after characters", hint: "Empty: nothing is cut." },
  truncateFromEnd: { kind: "boolean", label: "Cut the beginning, keep the end" },
  escape: { kind: "boolean", label: "Write it as the inside of a JSON text" },
  includeMetadata: { kind: "boolean", label: "With what is known about it" },
  lineNumbers: { kind: "boolean", label: "With line numbers" },
  type: {
    kind: "options",
    label: "Which templates",
    choices: [
      { value: "", label: "All" },
      { value: "prompt", label: "Prompts" },
      { value: "automation", label: "Automations" },
    ],
  },
} as const satisfies Record<string, Omit<OptionField, "key">>;

const cutting = ["truncate", "truncateFromEnd"] as const;
const fieldsOfType: Readonly<Record<VariableType, readonly (keyof typeof known)[]>> = {
  text: ["optional", "default", "regex", "startsWith", ...cutting, "escape"],
  boolean: ["default"],
  options: ["options", "default", "optional"],
  file: ["optional", "includeMetadata", "lineNumbers", ...cutting, "escape"],
  files: ["optional", "includeMetadata", "lineNumbers", ...cutting, "escape"],
  conversation: ["optional", "startsWith", "includeMetadata", "lineNumbers", ...cutting, "escape"],
  template: ["type", "startsWith", "optional"],
  uniqueId: [],
};

/** What can be set for a variable: what its type takes, and whatever else is set, by its kind. */
export function optionFields({ type, options }: Variable): OptionField[] {
  const usual = fieldsOfType[type].map((key): OptionField => ({ key, ...known[key], ...special(key, type, options) }));
  const others = Object.keys(options).filter((key) => !usual.some((field) => field.key === key));
  return [...usual, ...others.map((key) => otherField(key, options[key]))];
}

function special(key: keyof typeof known, type: VariableType, { options }: VariableOptions): Partial<OptionField> {
  if (key !== "default") return {};
  if (type === "boolean") return { kind: "boolean", label: "On at first" };
  if (type !== "options") return {};
  const choices = (options ?? []).map((value) => ({ value, label: value }));
  return { kind: "options", label: "Chosen at first", choices: [{ value: "", label: "The first one" }, ...choices] };
}

function otherField(key: string, value: unknown): OptionField {
  if (key in known) {
    const field = Object.entries(known).find(([name]) => name === key)?.[1];
    if (field) return { key, ...field };
  }
  if (typeof value === "boolean") return { key, kind: "boolean", label: key };
  if (typeof value === "number") return { key, kind: "decimal", label: key };
  return { key, kind: Array.isArray(value) ? "list" : "text", label: key };
}
