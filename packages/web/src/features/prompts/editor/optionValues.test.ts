import { formatPromptVariable, type JsonValue, parsePromptVariables, variableTypes } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isValidRegex } from "../../../entities/prompts/template/findVariableProblems.ts";
import { getOptionFields } from "../../../entities/prompts/template/optionFields.ts";
import { formatOption, parseOption, sanitizeInteger } from "./optionValues.ts";

describe("the field for an option", () => {
  test("[A9.19] [C5.27] for an integer accepts digits only; zero, negative and empty values become empty and are stored as 0", () => {
    expect(sanitizeInteger("1a2 3")).toBe("123");
    for (const nothing of ["0", "000", "-5", " -12", "", "abc"]) {
      expect(sanitizeInteger(nothing)).toBe("");
      expect(parseOption("integer", nothing)).toBe(0);
    }
    expect(parseOption("integer", "007")).toBe(7);
    fc.assert(fc.property(fc.string(), (typed) => /^([1-9]\d*)?$/.test(sanitizeInteger(typed))));
  });

  test("[A9.20] [C5.27] for a list is comma-separated and trimmed; an invalid regex is detected", () => {
    expect(parseOption("list", " a, b c ,,d ")).toEqual(["a", "b c", "d"]);
    expect(parseOption("list", " , ")).toBeUndefined();
    expect(isValidRegex("^[a-z]+$")).toBe(true);
    expect(isValidRegex("[")).toBe(false);
    expect(isValidRegex("(a)\\1")).toBe(false);
  });

  test("[A9.18] for a decimal number, a text and a boolean is parsed and formatted", () => {
    expect(parseOption("decimal", " 0,5 ")).toBe(0.5);
    expect(parseOption("decimal", "-2.25")).toBe(-2.25);
    expect(parseOption("decimal", "x")).toBeUndefined();
    expect(parseOption("text", "  x ")).toBe("  x ");
    expect(parseOption("text", "")).toBeUndefined();
    expect(parseOption("boolean", "true")).toBe(true);
    expect(parseOption("boolean", "false")).toBeUndefined();
    expect(formatOption({ a: [1] })).toBe('{"a":[1]}');
  });

  test("[A9.18] has one of seven kinds, and all seven are used", () => {
    const others: Record<string, JsonValue> = { weight: 0.5, note: "x", sure: true, parts: ["a"] };
    const kinds = variableTypes.flatMap((type) => getOptionFields({ name: "x", type, options: { ...others } }));
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(
      new Set(["boolean", "decimal", "integer", "list", "options", "regex", "text"]),
    );
  });

  test("[A9.18] writes its value into the content, from which it is parsed again", () => {
    for (const type of variableTypes) {
      for (const field of getOptionFields({ name: "Name", type, options: {} })) {
        const typed = {
          integer: "12",
          decimal: "1.5",
          text: "ab",
          options: "ab",
          regex: "a+",
          list: "a, b",
          boolean: "true",
        };
        const value = parseOption(field.kind, field.key === "type" ? "prompt" : typed[field.kind]);
        const text = formatPromptVariable({
          name: "Name",
          type,
          options: value === undefined ? {} : { [field.key]: value },
        });
        expect(parsePromptVariables(text)[0]).toMatchObject({ type, options: { [field.key]: value }, problem: null });
      }
    }
  });
});
