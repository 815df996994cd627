import { parsePromptVariables } from "@lectern/contract";
import { expect, test } from "vitest";
import { describeUnknownTypes } from "./describeUnknownTypes.ts";

const describe = (content: string) => describeUnknownTypes(parsePromptVariables(content));

test("an unknown type is reported together with the known ones", () => {
  expect(describe("{{count:number}} and {{size: integer(min: 1)}}")).toEqual([
    expect.stringContaining(
      "“number” isn’t a type, so it is part of the name “count:number”. The types are text, file,",
    ),
    expect.stringContaining("“integer” isn’t a type"),
  ]);
});

test("known types, and names with a colon that cannot be a type, are not reported", () => {
  expect(describe("{{a}} {{b:options[x, y]}} {{c:text(optional: true)}} {{time 12:30}} {{ratio 1:2}}")).toEqual([]);
});
