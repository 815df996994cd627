import {
  type ArtifactOperation,
  applyArtifactOperation,
  type Conversation,
  type ConversationArtifact,
  groupArtifacts,
  type MessageData,
  parseConversationArtifacts,
} from "@lectern/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { createArtifactActions } from "./useArtifactActions.ts";
import { getMessageArtifacts, listBranchArtifacts } from "./useArtifacts.ts";

const createVersion = (version: number, messageId: string): ConversationArtifact => ({
  ...{ artifactId: "Chart-0000001", name: "Chart", description: "", createdAt: "Nov 29, 2026", type: "text" },
  ...{ version, contents: `text ${version}`, tags: [], sharedBy: null, messageId },
});
const createMessage = (id: string, parentId: string | null, data: MessageData = {}) =>
  ({ id, parentId, role: "assistant", content: "", data }) as const;

let conversation: Conversation;
beforeEach(() => {
  conversation = {
    ...{ id: "c", name: "Chat", modelId: null, folderId: null, tags: [], isLocal: true, groupType: null },
    ...{ codeInterpreterAssistantId: null, createdAt: "", updatedAt: "", prompt: null, temperature: null },
    ...{ maxTokens: null, headId: "a2", revision: 0 },
    messages: [createMessage("a1", null), createMessage("a2", "a1"), createMessage("b2", "a1")],
    artifacts: groupArtifacts([createVersion(1, "a1"), createVersion(2, "a2"), createVersion(3, "b2")]) ?? {},
  };
});

const store = {
  async changeArtifacts<const Operation extends ArtifactOperation>(
    _: string,
    decide: (current: Conversation) => Operation,
  ) {
    const before = parseConversationArtifacts(conversation.artifacts);
    const result = { operation: decide(conversation), before, conversation };
    conversation = {
      ...conversation,
      artifacts: applyArtifactOperation(conversation.artifacts, result.operation) ?? {},
    };
    return result;
  },
  async changeMessageData(_: string, messageId: string, change: (data: MessageData) => MessageData) {
    const messages = conversation.messages.map((message) =>
      message.id === messageId ? { ...message, data: change(message.data) } : message,
    );
    conversation = { ...conversation, messages };
  },
};
const actions = createArtifactActions(store, "c");
const listAll = () =>
  parseConversationArtifacts(conversation.artifacts).map(({ version, contents, messageId }) => [
    version,
    contents,
    messageId,
  ]);
const find = (version: number) => {
  const found = parseConversationArtifacts(conversation.artifacts).find((each) => each.version === version);
  if (!found) throw new Error("there is no such version");
  return found;
};

describe("the artifacts of a conversation", () => {
  test("the branch has the versions of its own messages", () => {
    expect(listBranchArtifacts(conversation)).toMatchObject([
      { name: "Chart", versions: [{ version: 1 }, { version: 2 }] },
    ]);
    expect(listBranchArtifacts({ ...conversation, headId: "b2" })).toMatchObject([
      { versions: [{ version: 1 }, { version: 3 }] },
    ]);
  });

  test("an edit of the latest version overwrites it, an edit of an older one is a new version; both can be undone", async () => {
    const latest = await actions.edit(find(3), "edited");
    expect(listAll()).toContainEqual([3, "edited", "b2"]);
    await latest.undo();
    expect(listAll()).toContainEqual([3, "text 3", "b2"]);
    const older = await actions.edit(find(1), "edited");
    expect(older.version).toMatchObject({ version: 4, contents: "edited", messageId: "a2" });
    expect(listAll()).toHaveLength(4);
    await older.undo();
    expect(listAll()).toEqual([
      [1, "text 1", "a1"],
      [2, "text 2", "a2"],
      [3, "text 3", "b2"],
    ]);
  });

  test("an edit of a version that was changed elsewhere is refused, and of one that was deleted elsewhere a new version", async () => {
    const [second, third] = [find(2), find(3)];
    await actions.edit(third, "theirs");
    await expect(actions.edit(third, "mine")).rejects.toThrow("This version has since been changed elsewhere.");
    expect(listAll()).toContainEqual([3, "theirs", "b2"]);
    expect(await actions.copy({ ...third, contents: "mine" })).toMatchObject({ version: 4, contents: "mine" });
    await actions.remove(second);
    const { version } = await actions.edit(second, "of the deleted");
    expect(version).toMatchObject({ version: 5, contents: "of the deleted" });
  });

  test("the undo of an edit restores the contents after a newer version was made, and is refused after another edit", async () => {
    const first = await actions.edit(find(3), "edited");
    await actions.copy(find(1));
    await first.undo();
    expect(listAll()).toEqual([
      [1, "text 1", "a1"],
      [2, "text 2", "a2"],
      [3, "text 3", "b2"],
      [4, "text 1", "a2"],
    ]);
    const second = await actions.edit(find(4), "edited");
    await actions.edit(find(4), "again");
    await expect(second.undo()).rejects.toThrow("This version has since been changed elsewhere.");
    expect(listAll()).toContainEqual([4, "again", "a2"]);
  });

  test("the number of a deleted copy is not given again, so its undo brings it back", async () => {
    const copy = await actions.copy(find(3));
    const { undo } = await actions.remove(copy);
    expect(await actions.copy(find(1))).toMatchObject({ version: 5 });
    await undo();
    expect(
      listAll()
        .map(([version]) => version)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  test("a copy is a new version of the shown branch", async () => {
    expect(await actions.copy(find(1))).toMatchObject({ version: 4, contents: "text 1", messageId: "a2" });
    expect(listBranchArtifacts(conversation)[0]?.versions.map(({ version }) => version)).toEqual([1, 2, 4]);
  });

  test("a deleted version is gone, the branch shows the one before it, and none in the end", async () => {
    const { next, undo } = await actions.remove(find(2));
    expect(next).toMatchObject({ version: 1 });
    await undo();
    expect(listAll()).toHaveLength(3);
    await actions.remove(find(2));
    expect((await actions.remove(find(1))).next).toBeNull();
    expect(listAll()).toEqual([[3, "text 3", "b2"]]);
  });

  test("a button is removed from its message and comes back, and the version stays", async () => {
    const entry = { artifactId: "Chart-0000001", name: "Chart", createdAt: "", description: "", version: 2 };
    await store.changeMessageData("c", "a2", (data) => ({ ...data, artifacts: [entry], artifactStatus: "complete" }));
    const read = () => conversation.messages.flatMap((message) => getMessageArtifacts(message).entries);
    expect(read()).toEqual([entry]);
    const undo = await actions.removeFromMessage("a2", entry);
    expect(read()).toEqual([]);
    expect(listAll()).toHaveLength(3);
    await undo();
    expect(read()).toEqual([entry]);
  });

  test("a saved artifact becomes a new artifact of the conversation, with a button below the last message", async () => {
    const { messageId: _, ...content } = createVersion(7, "x");
    const inserted = await actions.insert({ ...content, sharedBy: "ada@example.org" });
    expect(inserted).toMatchObject({ version: 1, messageId: "a2", sharedBy: "ada@example.org" });
    expect(inserted.artifactId).toMatch(/^Chart-\d{7}$/);
    expect(conversation.messages.find(({ id }) => id === "a2")?.data.artifacts).toMatchObject([{ name: "Chart" }]);
  });
});
