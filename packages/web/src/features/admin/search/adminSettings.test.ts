import { expect, test } from "vitest";
import { listAdminSettings, searchAdminSettings } from "./adminSettings.ts";

const find = (search: string) => searchAdminSettings(listAdminSettings(), search).map(({ id }) => id);

test("sections and fields are found by words of both languages, those with the words in their names first", () => {
  expect(find("alert message")[0]).toBe("promtCostAlert.alertMessage");
  expect(find("budget")).toContain("rateLimit");
  expect(find("Obergrenze")).toContain("rateLimit");
  expect(find("öffentlich")).toContain("adminGroups");
  expect(find("mtdCost")).toEqual(["flags.mtdCost"]);
  expect(find("Gruppen anlegen")).toContain("flags.createAstAdminGroups");
  expect(find("no such setting")).toEqual([]);
  expect(find("  ")).toEqual([]);
});

test("each setting has its own id", () => {
  const ids = listAdminSettings().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
