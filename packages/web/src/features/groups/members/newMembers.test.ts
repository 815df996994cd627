import { expect, test } from "vitest";
import { noNewMembers, withoutSubmitted } from "./newMembers.ts";

test("who is entered while others are being added stays, with the chosen levels", () => {
  const submitted = { ...noNewMembers, people: { entries: ["ada@example.org"], text: "" } };
  const levels = { "bob@example.org": "write" as const };
  const members = { ...submitted, people: { entries: ["ada@example.org", "bob@example.org"], text: "" }, levels };
  expect(withoutSubmitted(members, submitted)).toEqual({
    ...noNewMembers,
    people: { entries: ["bob@example.org"], text: "" },
    levels,
  });
  expect(withoutSubmitted({ ...submitted, defaultLevel: "admin" }, submitted)).toEqual(noNewMembers);
});
