import "fake-indexeddb/auto";
import { deleteAssistant } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { builtInPrompts } from "../../../entities/prompts/builtIn/builtInPrompts.ts";
import { createPromptStore } from "../../../entities/prompts/store/createPromptStore.ts";
import { prompt, startFakePromptServer } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import { decodeBase64, encodeBase64 } from "../../../lib/base64.ts";
import { AssistantDeletionError, deletePrompts } from "./deletePrompts.ts";
import { planFolderDeletion } from "./planDeletion.ts";

afterEach(() => vi.unstubAllGlobals());

const [builtIn] = builtInPrompts;
const folder = { id: "f", name: "Mine", type: "prompt" as const };
const backedBy = (assistantId: string) => ({ assistant: { definition: { assistantId } } });
const prompts = [
  prompt("plain", "Plain", { folderId: "f" }),
  prompt("first", "First", { folderId: "f", data: backedBy("astp/1") }),
  prompt("second", "Second", { folderId: "f", data: backedBy("astp/2") }),
  prompt("third", "Third", { folderId: "f", data: backedBy("astp/3") }),
  prompt("protected", "Protected", { folderId: "f", data: { noDelete: true } }),
  ...(builtIn ? [{ ...builtIn, folderId: "f" }] : []),
];
const assistants = ["astp/1", "astp/2", "astp/3"].map((assistantId) => ({
  ...{ assistantId, name: assistantId },
  ...{ isSystem: false, isDeletable: true, isShared: false },
}));

const ProxyCall = z.object({ data: z.object({ path: z.string(), op: z.string(), data: z.string() }) });

/** Replaces `fetch` with a server that answers the deletion of an assistant with its status in `statuses`, or else 200. */
function startFakeServer(statuses: Record<string, number>) {
  startFakePromptServer();
  const syncPrompts = fetch;
  const deletedIds: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { path, op, data } = z.parse(ProxyCall, JSON.parse(String(init.body))).data;
    if (path + op !== deleteAssistant.path) return syncPrompts(url, init);
    const { assistantId } = z.parse(deleteAssistant.input, JSON.parse(decodeBase64(data)));
    const status = statuses[assistantId] ?? 200;
    if (status === 200) {
      deletedIds.push(assistantId);
      return Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: {} })) });
    }
    const code = status === 404 ? "notFound" : "internal";
    return Response.json({ success: false, message: "The disk is full.", code }, { status });
  });
  return deletedIds;
}

/** Deletes the folder. Returns what is left in the prompt store and the error, if there is one. */
async function deleteFolder(userId: string, backing = assistants) {
  const promptStore = createPromptStore(userId, {
    loadBuiltIn: async () => builtInPrompts,
    onConflictCopies: () => {},
    onChangesUndone: () => {},
    onRejected: () => {},
  });
  await promptStore.saveFolder(folder);
  await promptStore.savePrompts(prompts);
  const deletion = planFolderDeletion("f", promptStore.state.getState().prompts, backing);
  const { undo, error } = await deletePrompts(promptStore, deletion, "f").then(
    (undone) => ({ undo: undone, error: undefined }),
    (failure: unknown) => ({ undo: null, error: failure }),
  );
  const state = promptStore.state.getState();
  return {
    promptStore,
    undo,
    error,
    hasFolder: state.folders.some(({ id }) => id === "f"),
    remaining: state.prompts
      .filter(({ id }) => prompts.some((known) => known.id === id))
      .map(({ id, folderId }) => [id, folderId]),
  };
}

test("neither the folder nor its prompts nor their assistants exist afterwards; the prompts that stay have no folder", async () => {
  const deletedIds = startFakeServer({});
  const { error, hasFolder, remaining } = await deleteFolder("folder");
  expect([error, hasFolder]).toEqual([undefined, false]);
  expect(deletedIds).toEqual(["astp/1", "astp/2", "astp/3"]);
  expect(remaining).toEqual([
    [builtIn?.id, null],
    ["protected", null],
  ]);
});

test("without assistants, all is restored where it was, except what was changed meanwhile", async () => {
  startFakeServer({});
  const { undo, promptStore } = await deleteFolder("undo", []);
  const [protectedPrompt] = promptStore.state.getState().prompts.filter(({ id }) => id === "protected");
  if (!protectedPrompt) throw new Error("it stays");
  await promptStore.savePrompts([
    { ...protectedPrompt, name: "Renamed" },
    prompt("first", "Written meanwhile", { folderId: null }),
  ]);
  await undo?.();
  const { folders, prompts: restored } = promptStore.state.getState();
  expect(folders.find(({ id }) => id === "f")).toMatchObject({ name: "Mine" });
  const getState = (promptId: string) => {
    const found = restored.find(({ id }) => id === promptId);
    return found && [found.name, found.folderId];
  };
  expect(prompts.map(({ id }) => getState(id))).toEqual([
    ["Plain", "f"],
    ["Written meanwhile", null],
    ["Second", "f"],
    ["Third", "f"],
    ["Renamed", "f"],
    [builtIn?.name, "f"],
  ]);
});

test("received prompts are deleted with their folder, of which the server learns first or at the same time", async () => {
  const server = startFakePromptServer();
  const promptStore = createPromptStore("received", {
    loadBuiltIn: async () => [],
    onConflictCopies: () => {},
    onChangesUndone: () => {},
    onRejected: () => {},
  });
  await promptStore.saveFolder(folder);
  await promptStore.savePrompts([prompt("r", "R", { folderId: "f", data: { noDelete: true, isReceived: true } })]);
  await promptStore.sync();
  const removeFolder = async (id: string) => {
    await promptStore.removeFolder(id);
    await promptStore.sync();
  };
  const removePrompts = async (ids: readonly string[]) => {
    await promptStore.removePrompts(ids);
    await promptStore.sync();
  };
  const deletion = planFolderDeletion("f", promptStore.state.getState().prompts, []);
  await deletePrompts({ ...promptStore, removeFolder, removePrompts }, deletion, "f");
  const deletions = server.calls.flatMap(({ changes }) => changes.filter(({ item }) => item === null));
  expect(deletions.map(({ kind }) => kind)).toEqual(["folder", "prompt"]);
});

test("a folder that exists again keeps its name, and gets its prompts back", async () => {
  startFakeServer({});
  const { undo, promptStore } = await deleteFolder("folderAgain", []);
  await promptStore.saveFolder({ ...folder, name: "Renamed elsewhere" });
  await undo?.();
  const { folders, prompts: restored } = promptStore.state.getState();
  expect(folders.find(({ id }) => id === "f")).toMatchObject({ name: "Renamed elsewhere" });
  expect(restored.find(({ id }) => id === "plain")).toMatchObject({ folderId: "f" });
});

test("what was deleted with assistants cannot be restored", async () => {
  startFakeServer({});
  expect((await deleteFolder("assistants")).undo).toBeNull();
});

test("an assistant that is gone already stops nothing", async () => {
  const deletedIds = startFakeServer({ "astp/2": 404 });
  const { error, hasFolder } = await deleteFolder("gone");
  expect([error, hasFolder, deletedIds]).toEqual([undefined, false, ["astp/1", "astp/3"]]);
});

test("the first assistant that cannot be deleted stops the deletion: the folder stays, and every prompt whose assistant exists", async () => {
  const deletedIds = startFakeServer({ "astp/2": 500 });
  const { error, hasFolder, remaining } = await deleteFolder("failure");
  expect(error).toBeInstanceOf(AssistantDeletionError);
  expect(error).toMatchObject({
    message: "Failed to delete assistant. Please try again.",
    cause: { reason: "The disk is full." },
  });
  expect([hasFolder, deletedIds]).toEqual([true, ["astp/1"]]);
  const inFolder = remaining.filter(([, folderId]) => folderId === "f").map(([id]) => id);
  expect(new Set(inFolder)).toEqual(new Set([builtIn?.id, "plain", "protected", "second", "third"]));
  expect(remaining).toHaveLength(inFolder.length);
});
