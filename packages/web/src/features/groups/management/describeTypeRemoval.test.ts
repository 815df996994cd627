import { expect, test } from "vitest";
import { describeTypeRemoval } from "./describeTypeRemoval.ts";

const createType = (name: string, isCustomized: boolean | null) => ({
  name,
  isCustomized,
  isDisabled: false,
  disabledMessage: "",
});

test("group types that assistants use are removed with a warning that names the assistants and the types", () => {
  const tutor = { name: "Tutor", groupTypes: [createType("Students", true), createType("Staff", false)] };
  const coach = { name: "Coach", groupTypes: [createType("Students", true), createType("Staff", true)] };
  const guide = { name: "Guide", groupTypes: [createType("Students", null), createType("Staff", false)] };
  expect(describeTypeRemoval([tutor, guide], ["Students", "Staff"])).toBe(
    "The assistant “Tutor” has settings for “Students”, such as instructions or documents, which will no longer apply. They come back if you add the type again under the same name, unless the assistant has been saved in the meantime.",
  );
  expect(describeTypeRemoval([tutor, coach, guide], ["Students", "Staff"])).toMatch(
    /^The assistants “Tutor” and “Coach” have settings for “Students” and “Staff”, such as instructions or documents, which/,
  );
  expect(describeTypeRemoval([tutor, guide], ["Staff"])).toBeNull();
  expect(describeTypeRemoval([tutor], [])).toBeNull();
});
