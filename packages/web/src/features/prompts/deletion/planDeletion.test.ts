import { expect, test } from "vitest";
import { prompt } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import type { BackingAssistant } from "./backingAssistants.ts";
import { describeAssistants } from "./describeAssistants.ts";
import { planFolderDeletion, planPromptDeletion } from "./planDeletion.ts";

const backedBy = (assistantId: string) => ({ assistant: { definition: { assistantId } } });
const assistant = (assistantId: string, fields: Partial<BackingAssistant> = {}): BackingAssistant => ({
  assistantId,
  name: `Name of ${assistantId}`,
  isSystem: false,
  isDeletable: true,
  isShared: false,
  ...fields,
});
const assistants = [
  assistant("own", { isShared: true }),
  assistant("second"),
  assistant("shared", { isDeletable: false }),
  assistant("system", { isDeletable: false, isSystem: true }),
  assistant("elsewhere"),
];
const prompts = [
  prompt("plain", "Plain", { folderId: "f" }),
  prompt("tagged", "Tagged", { folderId: "f", data: { tags: ["amplify:system"] } }),
  prompt("own", "Own", { folderId: "f", data: { ...backedBy("own"), tags: ["mine"] } }),
  prompt("second", "Second", { folderId: "f", data: backedBy("second") }),
  prompt("shared", "Of somebody else", { folderId: "f", data: backedBy("shared") }),
  prompt("unknown", "Of nobody", { folderId: "f", data: { assistant: { definition: "broken" } } }),
  prompt("tagged system", "Tagged system", {
    folderId: "f",
    data: { assistant: {}, tags: ["mine", "amplify:assistant-builder"] },
  }),
  prompt("system", "System", { folderId: "f", data: backedBy("system") }),
  prompt("group", "Of a group", { folderId: "f", groupId: "g", data: backedBy("second") }),
  prompt("protected", "Protected", { folderId: "f", data: { noDelete: true } }),
  prompt("received", "Received", { folderId: "f", data: { noDelete: true, isReceived: true } }),
  prompt("elsewhere", "Elsewhere", { folderId: "g", data: backedBy("elsewhere") }),
];
const toIds = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const toAssistantIds = (items: readonly BackingAssistant[]) => items.map(({ assistantId }) => assistantId);

test("deleting a prompt folder deletes its prompts and their assistants, but moves prompts of system assistants out", () => {
  const deletion = planFolderDeletion("f", prompts, assistants);
  expect(toIds(deletion.removedPrompts)).toEqual(["plain", "tagged", "own", "second", "shared", "unknown", "received"]);
  expect(toIds(deletion.movedOutPrompts)).toEqual(["tagged system", "system", "group", "protected"]);
  expect(toAssistantIds(deletion.removedAssistants)).toEqual(["own", "second"]);
  expect(toAssistantIds(deletion.remainingAssistants)).toEqual(["shared"]);
  expect(toIds(deletion.orphanedPrompts)).toEqual(["group"]);
});

test("deleting a prompt deletes its assistant only if the person may delete it", () => {
  const plan = (id: string) => {
    const { removedPrompts, removedAssistants } = planPromptDeletion(id, prompts, assistants);
    return [toIds(removedPrompts), toAssistantIds(removedAssistants)];
  };
  expect(plan("own")).toEqual([["own"], ["own"]]);
  for (const id of ["shared", "system", "plain", "unknown"]) expect(plan(id)).toEqual([[id], []]);
});

test("the question names all assistants that are deleted, who else uses them, and those that stay", () => {
  const describe = (id: string) => describeAssistants(planPromptDeletion(id, prompts, assistants));
  expect(describe("own")).toEqual([
    "Your assistant “Name of own” will be deleted too; chats with it stay.",
    "You have shared “Name of own” with others, who will lose access.",
  ]);
  expect(describe("second")).toEqual([
    "Your assistant “Name of second” will be deleted too; chats with it stay.",
    "These prompts stay, without their assistant: “Of a group”.",
  ]);
  expect(describe("shared")).toEqual(["The assistant “Name of shared” stays, because you can’t delete it."]);
  expect(describe("plain")).toEqual([]);
  expect(describeAssistants(planFolderDeletion("f", prompts, assistants))[0]).toBe(
    "Your assistants “Name of own” and “Name of second” will be deleted too; chats with them stay.",
  );
});
