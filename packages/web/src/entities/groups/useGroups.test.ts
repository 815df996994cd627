import type { Group } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { dispatchBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { canShareWithGroup, groupsQuery, reloadGroupsAfterEvents } from "./useGroups.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a group as a whole is offered to its writers, and to its administrators only if everybody is in it", () => {
  const offeredTo = (kind: Pick<Group, "isPublic" | "isBuiltIn">) =>
    (["read", "write", "admin"] as const).filter((level) => canShareWithGroup({ level, ...kind }));
  expect(offeredTo({ isPublic: false, isBuiltIn: false })).toEqual(["write", "admin"]);
  expect(offeredTo({ isPublic: true, isBuiltIn: false })).toEqual(["admin"]);
  expect(offeredTo({ isPublic: true, isBuiltIn: true })).toEqual(["admin"]);
});

test("[G9.06] after a change of rights, the groups are read again 1000 ms later", () => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  const load = vi.spyOn(cache, "invalidateQueries").mockResolvedValue();
  const stop = reloadGroupsAfterEvents(cache);
  dispatchBrowserEvent({ type: "rights" }, true);
  vi.advanceTimersByTime(999);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load.mock.calls).toEqual([[{ queryKey: groupsQuery.queryKey }]]);
  stop();
});
