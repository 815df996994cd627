import { limits } from "@lectern/contract";
import { expect, test } from "vitest";
import { getAssistantName } from "../../../../entities/assistants/assistantName.ts";
import { parseOffer, toContent } from "./parseOffer.ts";

test("an offered assistant is read from JSON, or from lines that may continue", () => {
  const expected = {
    name: "Physics tutor",
    description: "Helps with mechanics.",
    instructions: "Ask first.\nThen explain.",
  };
  expect(parseOffer(JSON.stringify(expected))).toMatchObject(expected);
  const lines = "Name: Physics tutor\ndescription: Helps with mechanics.\ninstructions: Ask first.\nThen explain.\n";
  expect(parseOffer(lines)).toMatchObject(expected);
});

test("[C5.46] an offer's name has only letters, digits and spaces, its instructions fall back to the description or the text, and lists cut names at 30 characters", () => {
  expect(parseOffer('{"name":"Essay_coach!"}').name).toBe("Essaycoach");
  expect(parseOffer("name: A\ndescription: Be kind.").instructions).toBe("Be kind.");
  expect(parseOffer("Somebody who is kind.").instructions).toBe("Somebody who is kind.");
  expect(getAssistantName("x".repeat(31))).toBe(`${"x".repeat(29)}…`);
  expect(getAssistantName("")).toBe("Untitled Assistant");
});

test("the name has only letters, digits and spaces, in any language", () => {
  expect(parseOffer('{"name":"<b>Physik-Übung 2!</b>"}').name).toBe("bPhysikÜbung 2b");
  expect(parseOffer("name: 物理 (1)").name).toBe("物理 1");
});

test("without instructions the description or the whole block instructs the assistant", () => {
  expect(parseOffer("name: A\ndescription: Be kind.").instructions).toBe("Be kind.");
  expect(parseOffer("Somebody who is kind.").instructions).toBe("Somebody who is kind.");
  expect(parseOffer('{"name":7,"description":null}').instructions).toBe('{"name":7,"description":null}');
});

test("what is created has a name and fits the limits", () => {
  const long = "x".repeat(limits.assistantNameLength + 1);
  expect(toContent(parseOffer(`name: ${long}`), "Untitled").name).toHaveLength(limits.assistantNameLength);
  expect(toContent(parseOffer("description: Kind."), "Untitled").name).toBe("Untitled");
});
