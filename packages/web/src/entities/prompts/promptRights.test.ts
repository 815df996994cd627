import type { PromptData } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { copyPrompt, newPrompt } from "./newPrompt.ts";
import { getPromptRights } from "./promptRights.ts";
import { prompt } from "./store/testing/fakePromptServer.ts";

const withData = (data: PromptData, groupId?: string) => prompt("p", "P", { data, ...(groupId ? { groupId } : {}) });
const all = { canEdit: true, canCopy: true, canDelete: true, canShare: true, canHide: true };

describe("rights", () => {
  test("[A9.25] [C5.30] prompts of a group cannot be deleted or copied; with noEdit a prompt can only be viewed", () => {
    expect(getPromptRights(withData({}))).toEqual(all);
    expect(getPromptRights(withData({}, "group"))).toEqual({
      ...all,
      canCopy: false,
      canDelete: false,
      canShare: false,
      canHide: false,
    });
    expect(getPromptRights(withData({ noEdit: true }))).toEqual({ ...all, canEdit: false });
    expect(getPromptRights(withData({ noEdit: true }, "group")).canEdit).toBe(false);
    expect(getPromptRights(withData({ access: { read: true, write: false } })).canEdit).toBe(false);
  });

  test("[C5.30] delete, copy and share are hidden by noDelete, noCopy and noShare, each alone", () => {
    expect(getPromptRights(withData({ noDelete: true }))).toEqual({ ...all, canDelete: false });
    expect(getPromptRights(withData({ noCopy: true }))).toEqual({ ...all, canCopy: false });
    expect(getPromptRights(withData({ noShare: true }))).toEqual({ ...all, canShare: false });
  });

  test("a copy belongs to the person and has no restrictions and no assistant", () => {
    const copiedData = {
      noEdit: true,
      noDelete: true,
      noShare: true,
      noCopy: false,
      hidden: true,
      requiredTags: ["a"],
      assistant: { definition: { assistantId: "astp/1" } },
    };
    const copy = copyPrompt(withData({ ...copiedData, access: { write: false }, of: "another client" }, "group"));
    expect(copy).toMatchObject({ name: "P (copy)", content: "Content of P", data: { requiredTags: ["a"] } });
    expect(copy.data.of).toBe("another client");
    expect(copy.data.assistant).toBeUndefined();
    expect(copy.id).not.toBe("p");
    expect(copy.groupId).toBeUndefined();
    expect(getPromptRights(copy)).toEqual(all);
    expect(copy.data.hidden).toBeUndefined();
    expect(copyPrompt(prompt("p", "P", { type: "prefix_prompt", data: { hidden: true } })).data.hidden).toBe(true);
    expect(copyPrompt(prompt("p", "x".repeat(400))).name).toHaveLength(400);
  });
});

test("a new prompt is named 'Prompt {n}', with the first number that is not taken", () => {
  expect(newPrompt([]).name).toBe("Prompt 1");
  expect(newPrompt([prompt("a", "Prompt 1"), prompt("b", "Prompt 3")]).name).toBe("Prompt 2");
  expect(newPrompt([], "f1")).toMatchObject({ folderId: "f1", type: "prompt", content: "" });
});
