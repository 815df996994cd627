import { expect, test } from "vitest";
import { listAlternativeSearches } from "./rewriting.ts";

test("question, keywords and translations are one search; each alternative is another", () => {
  expect(
    listAlternativeSearches({
      question: "What does the pump cost?",
      alternatives: ["price of the pump", "cost of pumps"],
      keywords: ["pump", "price"],
      translations: [{ language: "German", text: "Was kostet die Pumpe?" }],
    }),
  ).toEqual(["What does the pump cost?\npump\nprice\nWas kostet die Pumpe?", "price of the pump", "cost of pumps"]);
});
