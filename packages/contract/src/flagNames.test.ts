import { expect, test } from "vitest";
import { FlagKey, flagNames, toFlagKey } from "./flagNames.ts";

test("[A5.13] words become a name in camel case", () => {
  const words = ["new feature", "New-Feature!", "newFeature", " NEW feature ", "Prüfung 2", "3d view", "功能", "  "];
  expect(words.map(toFlagKey)).toEqual([
    ...["newFeature", "newFeature", "newFeature", "newFeature", "prufung2", "3dView"],
    ...["", ""],
  ]);
});

test("the names of the features are names that can be written", () => {
  for (const name of flagNames) expect([FlagKey.safeParse(name).success, toFlagKey(name)]).toEqual([true, name]);
});
