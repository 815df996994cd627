import type { AssistantSummary } from "@lectern/contract";
import { expect, test } from "vitest";
import { getAssistantRights } from "./assistantRights.ts";
import { createAssistantSummary } from "./testing/createAssistantSummary.ts";

const all = { canEdit: true, canShare: true, canDelete: true };
const rightsWith = (fields: Partial<AssistantSummary>) => getAssistantRights(createAssistantSummary(fields));

test("[C5.30] noEdit, noShare and noDelete each take one action away", () => {
  expect(rightsWith({})).toEqual(all);
  expect(rightsWith({ noEdit: true })).toEqual({ ...all, canEdit: false });
  expect(rightsWith({ noShare: true })).toEqual({ ...all, canShare: false });
  expect(rightsWith({ noDelete: true })).toEqual({ ...all, canDelete: false });
  expect(rightsWith({ noCopy: true })).toEqual(all);
});

test("[C5.30] an assistant of a group is neither deleted nor shared in the list, also not by its writers", () => {
  const group = { id: "g", name: "G" };
  for (const role of ["write", "admin"] as const)
    expect(rightsWith({ group, role })).toEqual({ canEdit: true, canShare: false, canDelete: false });
  expect(rightsWith({ role: "write" })).toEqual({ canEdit: true, canShare: false, canDelete: true });
});
