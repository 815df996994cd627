import type { Variable, VariableOptions, VariableType } from "@lectern/contract";
import { t } from "@lingui/core/macro";

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

type KnownKey =
  | "optional"
  | "options"
  | "default"
  | "regex"
  | "startsWith"
  | "truncate"
  | "truncateFromEnd"
  | "escape"
  | "includeMetadata"
  | "lineNumbers"
  | "type";

const getKnownFields = (): Readonly<Record<KnownKey, Omit<OptionField, "key">>> => ({
  optional: { kind: "boolean", label: t`Optional` },
  options: { kind: "list", label: t`Choices`, hint: t`Separate them with commas.` },
  default: { kind: "text", label: t`Default value` },
  regex: {
    kind: "regex",
    label: t`Pattern (regex)`,
    hint: t`The text must contain a match. Use ^ and $ to match all of it.`,
  },
  startsWith: { kind: "text", label: t`Must begin with` },
  truncate: { kind: "integer", label: t`Maximum characters`, hint: t`Leave empty for no limit.` },
  truncateFromEnd: { kind: "boolean", label: t`Keep the end, cut the beginning` },
  escape: { kind: "boolean", label: t`Escape as JSON text` },
  includeMetadata: { kind: "boolean", label: t`Include metadata` },
  lineNumbers: { kind: "boolean", label: t`Include line numbers` },
  type: {
    kind: "options",
    label: t`Template type`,
    choices: [
      { value: "", label: t({ message: "All", context: "template types" }) },
      { value: "prompt", label: t`Prompts` },
      { value: "automation", label: t`Automations` },
    ],
  },
});

const truncation = ["truncate", "truncateFromEnd"] as const;
const fieldsOfType: Readonly<Record<VariableType, readonly KnownKey[]>> = {
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
  const knownFields = getKnownFields();
  const typeFields = fieldsOfType[type].map(
    (key): OptionField => ({ key, ...knownFields[key], ...overrideDefault(key, type, options) }),
  );
  const otherKeys = Object.keys(options).filter((key) => !typeFields.some((field) => field.key === key));
  return [...typeFields, ...otherKeys.map((key) => toOtherField(key, options[key]))];
}

function overrideDefault(key: KnownKey, type: VariableType, { options }: VariableOptions): Partial<OptionField> {
  if (key !== "default") return {};
  if (type === "boolean") return { kind: "boolean", label: t`On by default` };
  if (type !== "options") return {};
  const choices = (options ?? []).map((value) => ({ value, label: value }));
  return { kind: "options", label: t`Default choice`, choices: [{ value: "", label: t`First choice` }, ...choices] };
}

function toOtherField(key: string, value: unknown): OptionField {
  const knownField = Object.entries(getKnownFields()).find(([name]) => name === key)?.[1];
  if (knownField) return { key, ...knownField };
  if (typeof value === "boolean") return { key, kind: "boolean", label: key };
  if (typeof value === "number") return { key, kind: "decimal", label: key };
  return { key, kind: Array.isArray(value) ? "list" : "text", label: key };
}
