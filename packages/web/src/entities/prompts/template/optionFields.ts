import type { Variable, VariableOptions, VariableType } from "@lectern/contract";

/** The kind of field that edits an option of a variable. */
export type OptionKind = "integer" | "decimal" | "text" | "options" | "regex" | "list" | "boolean";

export interface OptionField {
  key: string;
  kind: OptionKind;
  label: string;
  hint?: string;
  /** The choices of a field of kind `options`. */
  choices?: readonly { value: string; label: string }[];
}

const knownFields = {
  optional: { kind: "boolean", label: "Optional" },
  options: { kind: "list", label: "Choices", hint: "Comma-separated." },
  default: { kind: "text", label: "Default value" },
  regex: {
    kind: "regex",
    label: "Pattern (regex)",
    hint: "Must be found in the text; use ^ and $ to match all of it.",
  },
  startsWith: { kind: "text", label: "Must begin with" },
  truncate: { kind: "integer", label: "Maximum characters", hint: "Leave empty for no limit." },
  truncateFromEnd: { kind: "boolean", label: "Keep the end, cut the beginning" },
  escape: { kind: "boolean", label: "Escape as JSON text" },
  includeMetadata: { kind: "boolean", label: "Include metadata" },
  lineNumbers: { kind: "boolean", label: "Include line numbers" },
  type: {
    kind: "options",
    label: "Template type",
    choices: [
      { value: "", label: "All" },
      { value: "prompt", label: "Prompts" },
      { value: "automation", label: "Automations" },
    ],
  },
} as const satisfies Record<string, Omit<OptionField, "key">>;

const truncation = ["truncate", "truncateFromEnd"] as const;
const fieldsOfType: Readonly<Record<VariableType, readonly (keyof typeof knownFields)[]>> = {
  text: ["optional", "default", "regex", "startsWith", ...truncation, "escape"],
  boolean: ["default"],
  options: ["options", "default", "optional"],
  file: ["optional", "includeMetadata", "lineNumbers", ...truncation, "escape"],
  files: ["optional", "includeMetadata", "lineNumbers", ...truncation, "escape"],
  conversation: ["optional", "startsWith", "includeMetadata", "lineNumbers", ...truncation, "escape"],
  template: ["type", "startsWith", "optional"],
  uniqueId: [],
};

/**
 * Returns the fields for the options of a variable: the options of its type first, then any other options that are set.
 */
export function getOptionFields({ type, options }: Variable): OptionField[] {
  const typeFields = fieldsOfType[type].map(
    (key): OptionField => ({ key, ...knownFields[key], ...overrideDefault(key, type, options) }),
  );
  const otherKeys = Object.keys(options).filter((key) => !typeFields.some((field) => field.key === key));
  return [...typeFields, ...otherKeys.map((key) => toOtherField(key, options[key]))];
}

function overrideDefault(
  key: keyof typeof knownFields,
  type: VariableType,
  { options }: VariableOptions,
): Partial<OptionField> {
  if (key !== "default") return {};
  if (type === "boolean") return { kind: "boolean", label: "On by default" };
  if (type !== "options") return {};
  const choices = (options ?? []).map((value) => ({ value, label: value }));
  return { kind: "options", label: "Default choice", choices: [{ value: "", label: "First choice" }, ...choices] };
}

function toOtherField(key: string, value: unknown): OptionField {
  if (key in knownFields) {
    const field = Object.entries(knownFields).find(([name]) => name === key)?.[1];
    if (field) return { key, ...field };
  }
  if (typeof value === "boolean") return { key, kind: "boolean", label: key };
  if (typeof value === "number") return { key, kind: "decimal", label: key };
  return { key, kind: Array.isArray(value) ? "list" : "text", label: key };
}
