import { parsePromptVariables } from "@lectern/contract";
import { expect, test } from "vitest";
import { unknownTypes } from "./unknownTypes.ts";

const said = (content: string) => unknownTypes(parsePromptVariables(content));

test("a type that there is not is named, with the types that there are", () => {
  expect(said("{{count:number}} and {{size: integer(min: 1)}}")).toEqual([
    expect.stringContaining("“number” is no type, so it is part of the name “count:number”. Types are text, file,"),
    expect.stringContaining("“integer” is no type"),
  ]);
});

test("nothing is said of types that there are, nor of names with a colon that can be no type", () => {
  expect(said("{{a}} {{b:options[x, y]}} {{c:text(optional: true)}} {{time 12:30}} {{ratio 1:2}}")).toEqual([]);
});
