import { isJsonObject, type JsonValue } from "@lectern/contract";
import type { OptionKind } from "../../../entities/prompts/template/optionFields.ts";
import { listOf } from "./promptDraft.ts";

/** The words of a field for an option's value; a JSON object is written as JSON. */
export function textOfOption(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(textOfOption).join(", ");
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}

/** [A9.19] What stays of what was typed into a field for a whole number: digits; a negative one and zero are nothing. */
export function integerText(typed: string): string {
  if (/^\s*-/.test(typed)) return "";
  const digits = typed.replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.slice(0, 15);
}

/** The value that a field's words stand for; undefined: the option is not set. */
export function optionOfText(kind: OptionKind, typed: string): JsonValue | undefined {
  switch (kind) {
    case "integer":
      return Number(integerText(typed));
    case "decimal": {
      const number = Number(typed.trim().replace(",", "."));
      return typed.trim() === "" || !Number.isFinite(number) ? undefined : number;
    }
    case "list": {
      const items = listOf(typed);
      return items.length === 0 ? undefined : items;
    }
    case "boolean":
      return typed === "true" ? true : undefined;
    case "text":
    case "regex":
    case "options":
      return typed === "" ? undefined : typed;
    default:
      return kind satisfies never;
  }
}
