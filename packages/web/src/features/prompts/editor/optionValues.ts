import { isJsonObject, type JsonValue } from "@lectern/contract";
import type { OptionKind } from "../../../entities/prompts/template/optionFields.ts";
import { parseList } from "./promptDraft.ts";

/** Formats the value of an option for its text field. A list becomes comma-separated, an object becomes JSON. */
export function formatOption(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(formatOption).join(", ");
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}

/**
 * Reduces the text typed into a field for a positive integer to at most 15 digits, without leading zeros. Returns ""
 * for zero and negative numbers.
 */
export function sanitizeInteger(typedText: string): string {
  if (/^\s*-/.test(typedText)) return "";
  const digits = typedText.replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.slice(0, 15);
}

/**
 * Parses the text of a field into the value of an option. Returns undefined, which leaves the option unset, if the text
 * is empty or invalid; for an integer, returns 0 instead.
 */
export function parseOption(kind: OptionKind, typedText: string): JsonValue | undefined {
  switch (kind) {
    case "integer":
      return Number(sanitizeInteger(typedText));
    case "decimal": {
      const number = Number(typedText.trim().replace(",", "."));
      return typedText.trim() === "" || !Number.isFinite(number) ? undefined : number;
    }
    case "list": {
      const items = parseList(typedText);
      return items.length === 0 ? undefined : items;
    }
    case "boolean":
      return typedText === "true" ? true : undefined;
    case "text":
    case "regex":
    case "options":
      return typedText === "" ? undefined : typedText;
    default:
      return kind satisfies never;
  }
}
