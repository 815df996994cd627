import { parsePromptVariables } from "@lectern/contract";
import { expect, test } from "vitest";
import { describeUnknownTypes } from "./describeUnknownTypes.ts";

const describe = (content: string) => describeUnknownTypes(parsePromptVariables(content));

test("a type that there is not is named, with the types that there are", () => {
  expect(describe("{{count:number}} and {{size: integer(min: 1)}}")).toEqual([
    expect.stringContaining("“number” is not a type, so it is part of the name “count:number”. Types are text, file,"),
    expect.stringContaining("“integer” is not a type"),
  ]);
});

test("nothing is said of types that there are, nor of names with a colon that can be no type", () => {
  expect(describe("{{a}} {{b:options[x, y]}} {{c:text(optional: true)}} {{time 12:30}} {{ratio 1:2}}")).toEqual([]);
});
