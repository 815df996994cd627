import { expect, test } from "vitest";
import { listAlternativeSearches } from "./rewriting.ts";

test("the question, the keywords and each alternative are searches of their own; translations are searched elsewhere", () => {
  expect(
    listAlternativeSearches({
      question: "What does the pump cost?",
      alternatives: ["price of the pump", "cost of pumps"],
      keywords: ["pump", "price"],
      translations: [{ language: "German", text: "Was kostet die Pumpe?" }],
    }),
  ).toEqual(["What does the pump cost?", "pump\nprice", "price of the pump", "cost of pumps"]);
});
