import type { Group } from "@lectern/contract";
import { expect, test } from "vitest";
import { canShareWithGroup } from "./useGroups.ts";

test("a group as a whole is offered to its writers, and to its administrators only if everybody is in it", () => {
  const offeredTo = (kind: Pick<Group, "isPublic" | "isBuiltIn">) =>
    (["read", "write", "admin"] as const).filter((level) => canShareWithGroup({ level, ...kind }));
  expect(offeredTo({ isPublic: false, isBuiltIn: false })).toEqual(["write", "admin"]);
  expect(offeredTo({ isPublic: true, isBuiltIn: false })).toEqual(["admin"]);
  expect(offeredTo({ isPublic: true, isBuiltIn: true })).toEqual(["admin"]);
});
