import type { PromptTemplate } from "@lectern/contract";
import { expect, test } from "vitest";
import { matchesSearch } from "./findPrompts.ts";

const prompt: PromptTemplate = {
  id: "p",
  name: "Straßennamen",
  description: "For the Übung",
  content: "List the streets of Łódź.",
  folderId: null,
  type: "prompt",
  data: {},
};

test.each(["STRASSEN", "ubung", "lodz", "  streets ", ""])(
  "a search for '%s' finds a prompt by name, description or content, ignoring case and accents",
  (search) => expect(matchesSearch(prompt, search)).toBe(true),
);

test("a search for other words does not find the prompt", () => {
  expect(matchesSearch(prompt, "avenues")).toBe(false);
});
