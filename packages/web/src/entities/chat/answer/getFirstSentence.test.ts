import { expect, test } from "vitest";
import { getFirstSentence } from "./getFirstSentence.ts";

test("the first sentence ends at the first full stop outside of a quoted name", () => {
  expect(getFirstSentence("The model is busy. Please try again in a moment.")).toBe("The model is busy.");
  expect(getFirstSentence("“Vol. 2. Draft.pdf” is still being read. Please wait.")).toBe(
    "“Vol. 2. Draft.pdf” is still being read.",
  );
  expect(getFirstSentence("„Bd. 2.pdf“ wird noch gelesen. Bitte warten Sie.")).toBe("„Bd. 2.pdf“ wird noch gelesen.");
  expect(getFirstSentence("You have used your $5.00 for today. The limit resets at 15:00.")).toBe(
    "You have used your $5.00 for today.",
  );
  expect(getFirstSentence("Is the server running? Try again.")).toBe("Is the server running?");
  expect(getFirstSentence("429 Too Many Requests")).toBe("429 Too Many Requests");
});
