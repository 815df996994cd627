import {
  createConversation,
  createGroup,
  deleteConversation,
  deleteFile,
  deriveCopyId,
  ExportFile,
  listReceivedShares,
  listSentShares,
  loadShare,
  type MessageInput,
  markShareImported,
  type OpCallInput,
  openConversation,
  type PromptStoreItem,
  type PromptTemplate,
  receiveSharedFiles,
  removeReceivedShare,
  shareItems,
  syncPrompts,
  updateGroupMembers,
  withdrawShare,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";

const passage = {
  index: 1,
  content: "The cited passage",
  headings: "Chapter 1",
  name: "notes.pdf",
  key: "owner/key",
  contentKey: "owner/content",
  groupId: "g",
  type: "application/pdf",
  locations: [{ page: 3 }],
  originalIndexes: [7],
};

const messages: MessageInput[] = [
  {
    id: "q",
    parentId: null,
    role: "user",
    content: "Why?",
    data: {
      dataSources: [{ id: "s3://owner/key", name: "notes.pdf", type: "application/pdf", metadata: { secret: 1 } }],
      templateData: { promptId: "private" },
    },
  },
  { id: "old", parentId: "q", role: "assistant", content: "A version that is not shown" },
  {
    id: "a",
    parentId: "q",
    role: "assistant",
    content: "Because [1, 3]. See `list[2]`.",
    data: {
      modelName: "Large",
      run: { requestId: "request-1" },
      end: { end: "done", finishReason: "stop", message: "internal" },
      steps: [],
      state: {
        assistantId: "astp/1",
        sources: {
          rag: {
            sources: [
              passage,
              { ...passage, index: 2, content: "A passage that is not cited" },
              { ...passage, index: 3, content: "Cited in a list" },
              { ...passage, index: 1, name: "confidential.pdf", content: "Not for others", citation: "signature" },
            ],
          },
        },
      },
    },
  },
];

describe("sharing", () => {
  let server: TestApp;
  let ann: TestPerson;
  let ben: TestPerson;
  let cara: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp();
    await configureFlags(server.platform.db, { createAstAdminGroups: true });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    [ann, ben, cara] = [await signIn("ann"), await signIn("ben"), await signIn("cara")];
    await ann.proxy(createConversation, {
      conversation: { id: "c", name: "Why", prompt: "My secret prompt", messages, headId: "a", folderId: "f" },
    });
  });

  const address = (name: string) => `${name}${count}@example.org`;
  const signIn = (name: string) => server.signIn(address(name));
  const share = (person: TestPerson, input: Partial<OpCallInput<typeof shareItems>> = {}) =>
    person.proxy(shareItems, {
      note: "Before the exam",
      sharedWith: [address("ben")],
      sharedData: { conversationIds: ["c"] },
      ...input,
    });
  const listReceived = async (person: TestPerson) => (await person.proxy(listReceivedShares, {})).result.items;
  const listSent = async (person: TestPerson) => (await person.direct(listSentShares, {})).result.items;
  const load = async (person: TestPerson, key: string) =>
    z.parse(ExportFile, JSON.parse((await person.proxy(loadShare, { key })).result.item));

  test("[C3.23] [C3.24] [C7.21] [A3.21] [A7.12] [A7.13] [A7.14] the recipient lists a snapshot with its sender, time and note, and loads it as JSON text; addresses are folded to lower case, and nobody else finds it", async () => {
    const { result } = await share(ann, { sharedWith: [` ${address("BEN").toUpperCase()}`] });
    expect(result).toEqual({ key: expect.any(String), failed: [], leftOut: [] });
    expect(await listReceived(ben)).toEqual([
      {
        key: result.key,
        sharedBy: address("ann"),
        senderName: expect.any(String),
        sharedAt: expect.any(String),
        note: "Before the exam",
        counts: { conversations: 1, prompts: 0, folders: 0 },
        names: ["Why"],
        fileCount: 0,
        expiresAt: expect.any(String),
        openedAt: null,
        importedAt: null,
      },
    ]);
    const file = await load(ben, result.key);
    expect(file.history).toHaveLength(1);
    expect(file.history[0]?.messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Why?"],
      ["assistant", "Because [1, 3]. See `list[2]`."],
    ]);
    expect(await listReceived(cara)).toEqual([]);
    expect((await cara.proxy(loadShare, { key: result.key })).status).toBe(404);
    expect((await cara.proxy(withdrawShare, { key: result.key })).status).toBe(404);
    expect((await ben.proxy(withdrawShare, { key: result.key })).status).toBe(403);
  });

  test("a snapshot has what its sender sees: no other version, prompt, run, key, signature, passage that is not cited or id of the sender's objects", async () => {
    const { result } = await share(ann);
    const { item } = (await ben.proxy(loadShare, { key: result.key })).result;
    for (const secret of [
      "not shown",
      "secret",
      "request-1",
      "owner/",
      "signature",
      "Not for others",
      "not cited",
      "private",
      "internal",
      "astp/1",
      '"c"',
      '"f"',
      '"g"',
    ]) {
      expect(item).not.toContain(secret);
    }
    const [conversation] = (await load(ben, result.key)).history;
    expect(conversation).toMatchObject({ name: "Why", isLocal: true, folderId: null, prompt: null });
    expect(conversation?.messages[0]?.data).toEqual({
      dataSources: [{ id: "obj://notes.pdf", name: "notes.pdf", type: "application/pdf" }],
    });
    expect(conversation?.messages[1]?.data).toEqual({
      modelName: "Large",
      end: { end: "done", finishReason: "stop" },
      state: {
        sources: {
          rag: {
            sources: [
              {
                index: 1,
                content: "The cited passage",
                headings: "Chapter 1",
                name: "notes.pdf",
                key: null,
                contentKey: null,
                groupId: null,
                type: "application/pdf",
                locations: [{ page: 3 }],
              },
              expect.objectContaining({ index: 3, content: "Cited in a list" }),
              expect.objectContaining({ name: "confidential.pdf", content: "", locations: [] }),
            ],
          },
        },
      },
    });
  });

  test("a snapshot does not change with its originals, and has the same ids as a later one of the same chat", async () => {
    const first = (await share(ann)).result.key;
    const second = (await share(ann)).result.key;
    const ids = (file: ExportFile) => file.history.map(({ id, messages: list }) => [id, list.map((each) => each.id)]);
    expect(ids(await load(ben, first))).toEqual(ids(await load(ben, second)));
    await ann.proxy(deleteConversation, { conversationId: "c" });
    expect((await load(ben, first)).history).toHaveLength(1);
    expect((await share(ann)).status).toBe(404);
  });

  test("a snapshot of somebody else's ids has nothing of theirs", async () => {
    expect(await share(cara)).toMatchObject({
      status: 404,
      body: { message: "Nothing of what you selected can be shared. It may have been deleted." },
    });
    await cara.proxy(createConversation, { conversation: { id: "mine", name: "Mine" } });
    const { result } = await share(cara, { sharedData: { conversationIds: ["c", "mine"] } });
    expect(result.leftOut).toEqual(["c"]);
    const { history } = await load(ben, result.key);
    expect(history.map(({ name }) => name)).toEqual(["Mine"]);
    // A conversation of the sender's browser gets another id, so that it cannot pass for somebody's.
    const conversations = history.map((each) => ({ ...each, id: "c", name: "Forged", messages: [] }));
    const forged = await share(cara, { sharedData: { conversations } });
    expect((await load(ben, forged.result.key)).history[0]?.id).not.toBe("c");
    expect((await ann.proxy(openConversation, { conversationId: "c" })).result.conversation.name).toBe("Why");
  });

  test("[C5.34] [C5.35] [C5.36] [A5.41] prompts come with their root prompts and chosen folders, without rights to change, copy, share or delete them; those that must not be shared and built-in folders are left out", async () => {
    const prompt = (id: string, data: Record<string, unknown>) => ({
      kind: "prompt" as const,
      id,
      revision: 0,
      item: { id, name: id, description: "", content: "{{x}}", folderId: "f", type: "prompt" as const, data },
    });
    const folder = { id: "f", name: "Exams", type: "prompt" as const };
    await ann.proxy(syncPrompts, {
      changes: [
        prompt("p", { rootPromptId: "root", access: { read: true, write: true }, other: "field" }),
        prompt("root", {}),
        prompt("kept", { noShare: true }),
        { kind: "folder", id: "f", revision: 0, item: folder },
      ],
    });
    const { result } = await share(ann, {
      sharedData: { promptIds: ["p", "kept"], folderIds: ["f", "assistants"] },
    });
    expect(result.leftOut).toEqual(["kept", "assistants"]);
    const file = await load(ben, result.key);
    expect(file.folders).toEqual([{ id: expect.any(String), name: "Exams", type: "prompt" }]);
    const [p, root] = file.prompts;
    expect(file.prompts.map(({ name }) => name)).toEqual(["p", "root"]);
    expect(p).toMatchObject({ folderId: file.folders[0]?.id, data: { rootPromptId: root?.id } });
    for (const each of file.prompts) {
      const rights = {
        access: { read: true, write: false },
        noCopy: true,
        noEdit: true,
        noDelete: true,
        noShare: true,
      };
      expect(each.data).toMatchObject(rights);
      expect(each.data).not.toHaveProperty("other");
    }
  });

  test("[C5.36] [A5.41] an imported prompt stays as it was shared: its recipient's devices cannot change it, give it rights back, share it on or delete it alone, also after it was withdrawn", async () => {
    const sync = async (person: TestPerson, changes: PromptStoreItem[], since = 0) =>
      (await person.proxy(syncPrompts, { changes, since })).result;
    const own = {
      id: "p",
      name: "Explain",
      description: "",
      content: "{{x}}",
      folderId: null,
      type: "prompt" as const,
    };
    await sync(ann, [{ kind: "prompt", id: "p", revision: 0, item: { ...own, data: {} } }]);
    const { key } = (await share(ann, { sharedData: { promptIds: ["p"] } })).result;
    const [shared] = (await load(ben, key)).prompts;
    if (!shared) throw new Error("the snapshot has a prompt");
    await ann.proxy(withdrawShare, { key });
    const { id } = shared;
    const toChange = (item: PromptTemplate | null, revision: number): PromptStoreItem => ({
      ...{ kind: "prompt", id, item, revision },
    });
    const folder = { kind: "folder" as const, id: "mine", revision: 0 };
    const folderItem = { id: "mine", name: "Mine", type: "prompt" as const };
    // A program that claims all rights imports it.
    const claimed = { ...shared, folderId: "mine", data: { noShare: false, access: { write: true } } };
    const imported = await sync(ben, [{ ...folder, item: folderItem }, toChange(claimed, 0)]);
    const stored = { ...shared, folderId: "mine" };
    const find = (items: readonly PromptStoreItem[]) => items.find((each) => each.id === id);
    expect(find(imported.items)).toMatchObject({ item: stored });

    const revision = find(imported.items)?.revision ?? -1;
    for (const change of [{ content: "Mine now" }, { data: {} }]) {
      const changed = toChange({ ...stored, ...change }, revision);
      expect((await sync(ben, [changed])).conflicts).toEqual([{ kind: "prompt", id, copyId: null }]);
    }
    expect((await sync(ben, [toChange(null, revision)])).conflicts).toEqual([{ kind: "prompt", id, copyId: null }]);
    expect((await sync(ben, [])).items.flatMap((each) => (each.kind === "prompt" ? each.item : []))).toEqual([stored]);
    expect((await share(ben, { sharedWith: [address("cara")], sharedData: { promptIds: [id] } })).status).toBe(404);

    const { items } = await sync(ben, [toChange(null, revision), { ...folder, item: null, revision: revision - 1 }]);
    expect(items.map(({ item }) => item)).toEqual([null, null]);
    // The sender's own prompt has another id and stays the sender's.
    const renamed = { ...own, name: "Explain better", data: {} };
    expect((await sync(ann, [{ kind: "prompt", id: "p", revision: 1, item: renamed }])).conflicts).toEqual([]);
  });

  test("a prompt that is imported again as a copy is as read-only as the first one", async () => {
    const sync = async (person: TestPerson, changes: PromptStoreItem[]) =>
      (await person.proxy(syncPrompts, { changes })).result;
    const own = { name: "Explain", description: "", content: "{{x}}", folderId: null, type: "prompt" as const };
    await sync(ann, [{ kind: "prompt", id: "p", revision: 0, item: { ...own, id: "p", data: {} } }]);
    const { key } = (await share(ann, { sharedData: { promptIds: ["p"] } })).result;
    const [shared] = (await load(ben, key)).prompts;
    if (!shared) throw new Error("the snapshot has a prompt");
    const id = await deriveCopyId(key, shared.id);
    const copy = { ...shared, id, name: "Explain (copy)" };
    const claimed = { ...copy, data: { access: { write: true } } };
    const { items } = await sync(ben, [{ kind: "prompt", id, revision: 0, item: claimed }]);
    const stored = items.find((each) => each.id === id);
    expect(stored).toMatchObject({ item: copy });
    const change = {
      kind: "prompt" as const,
      id,
      revision: stored?.revision ?? -1,
      item: { ...copy, content: "Mine" },
    };
    expect((await sync(ben, [change])).conflicts).toEqual([{ kind: "prompt", id, copyId: null }]);
    expect((await share(ben, { sharedWith: [address("cara")], sharedData: { promptIds: [id] } })).status).toBe(404);
    // It is recorded for those who have loaded the snapshot only.
    const { items: ofCara } = await sync(cara, [{ kind: "prompt", id, revision: 0, item: claimed }]);
    expect(ofCara.find((each) => each.id === id)).toMatchObject({ item: { data: { access: { write: true } } } });
  });

  test("[A7.15] the sender sees who has opened and imported a snapshot, and can withdraw it from those who have not imported it", async () => {
    const { key } = (await share(ann, { sharedWith: [address("ben"), address("later")] })).result;
    const recipient = { isGroup: false, openedAt: null, importedAt: null };
    expect((await listSent(ann))[0]).toMatchObject({
      key,
      note: "Before the exam",
      recipientCount: 2,
      recipients: [
        { ...recipient, name: address("ben") },
        { ...recipient, name: address("later") },
      ],
    });
    await load(ben, key);
    await ben.proxy(markShareImported, { key });
    const [opened] = (await listSent(ann))[0]?.recipients ?? [];
    expect(opened).toEqual({
      name: address("ben"),
      id: address("ben"),
      isGroup: false,
      openedAt: expect.any(String),
      importedAt: expect.any(String),
      openedCount: 1,
      importedCount: 1,
      memberCount: null,
    });
    expect((await listReceived(ben))[0]).toMatchObject({ openedAt: opened?.openedAt, importedAt: opened?.importedAt });
    expect(await listSent(ben)).toEqual([]);
    expect((await ann.proxy(withdrawShare, { key })).status).toBe(200);
    expect([await listReceived(ben), await listSent(ann)]).toEqual([[], []]);
    expect((await ben.proxy(loadShare, { key })).status).toBe(404);
    expect((await ann.proxy(withdrawShare, { key })).status).toBe(404);
  });

  test("what was withdrawn or removed, or is not shared with somebody, cannot be marked as imported", async () => {
    const { key } = (await share(ann)).result;
    await load(ben, key);
    expect((await cara.proxy(markShareImported, { key })).status).toBe(404);
    await ben.proxy(removeReceivedShare, { key });
    expect((await ben.proxy(markShareImported, { key })).status).toBe(404);
    const second = (await share(ann)).result.key;
    await ann.proxy(withdrawShare, { key: second });
    expect((await ben.proxy(markShareImported, { key: second })).status).toBe(404);
  });

  test("somebody who signs in for the first time afterwards finds what was shared with the address", async () => {
    const { key } = (await share(ann, { sharedWith: [address("later")] })).result;
    const later = await signIn("later");
    expect((await listReceived(later)).map((each) => each.key)).toEqual([key]);
    expect((await load(later, key)).history).toHaveLength(1);
  });

  test("a removed snapshot is gone from the recipient's list only, and is not opened again", async () => {
    const { key } = (await share(ann, { sharedWith: [address("ben"), address("cara")] })).result;
    await ben.proxy(removeReceivedShare, { key });
    expect(await listReceived(ben)).toEqual([]);
    expect((await ben.proxy(loadShare, { key })).status).toBe(404);
    expect(await listReceived(cara)).toHaveLength(1);
    expect(await listSent(ann)).toHaveLength(1);
  });

  test("[C5.32] a group is a recipient by its present members, and `#` and its name stands for its members without the sender", async () => {
    const name = `Readers ${count}`;
    const { result } = await ann.proxy(createGroup, { group_name: name, members: { [address("ben")]: "read" } });
    const whole = (await share(ann, { sharedWith: [result.id] })).result.key;
    const members = (await share(ann, { sharedWith: [`#${name}`] })).result.key;
    expect((await listReceived(ben)).map(({ key }) => key)).toEqual(expect.arrayContaining([whole, members]));
    await load(ben, whole);
    const sent = await listSent(ann);
    expect(sent.find(({ key }) => key === whole)?.recipients).toEqual([
      {
        name,
        id: result.id,
        isGroup: true,
        openedAt: expect.any(String),
        importedAt: null,
        openedCount: 1,
        importedCount: 0,
        memberCount: 1,
      },
    ]);
    expect(sent.find(({ key }) => key === members)?.recipients.map((each) => each.name)).toEqual([address("ben")]);
    await ann.proxy(updateGroupMembers, {
      group_id: result.id,
      update_type: "REMOVE",
      members: [address("ben")],
    });
    expect((await listReceived(ben)).map(({ key }) => key)).toEqual([members]);
    expect((await ben.proxy(loadShare, { key: whole })).status).toBe(404);
  });

  test("the sender sees how many members of a group opened and imported it, those of other recipients not among them", async () => {
    const members = { [address("ben")]: "read", [address("cara")]: "read", [address("dan")]: "read" } as const;
    const { result } = await ann.proxy(createGroup, { group_name: `Counted ${count}`, members });
    const { key } = (await share(ann, { sharedWith: [result.id, address("eve")] })).result;
    const readGroup = async () => (await listSent(ann))[0]?.recipients.find(({ isGroup }) => isGroup);
    expect(await readGroup()).toMatchObject({ openedCount: 0, importedCount: 0, memberCount: 3 });
    for (const person of [ben, cara, await signIn("eve")]) await load(person, key);
    await ben.proxy(markShareImported, { key });
    expect(await readGroup()).toMatchObject({ openedCount: 2, importedCount: 1, memberCount: 3 });
  });

  test("a snapshot is withdrawn from one recipient by its sender only, and the others keep it", async () => {
    const { result } = await ann.proxy(createGroup, {
      group_name: `Withdrawn ${count}`,
      members: { [address("cara")]: "read" },
    });
    const { key } = (await share(ann, { sharedWith: [address("ben"), address("dan"), result.id] })).result;
    expect((await ben.proxy(withdrawShare, { key, recipient: address("dan") })).status).toBe(403);
    expect((await (await signIn("eve")).proxy(withdrawShare, { key, recipient: address("dan") })).status).toBe(404);
    expect((await ann.proxy(withdrawShare, { key, recipient: "x".repeat(401) })).status).toBe(400);
    for (const { id } of (await listSent(ann))[0]?.recipients.filter(({ name }) => name !== address("dan")) ?? [])
      expect((await ann.proxy(withdrawShare, { key, recipient: id })).status).toBe(200);
    for (const person of [ben, cara]) {
      expect(await listReceived(person)).toEqual([]);
      expect((await person.proxy(loadShare, { key })).status).toBe(404);
    }
    expect(await listReceived(await signIn("dan"))).toHaveLength(1);
    expect((await listSent(ann))[0]?.recipients.map(({ name }) => name)).toEqual([address("dan")]);
  });

  test("lists name the first items of a snapshot", async () => {
    const sharedData = { conversationIds: [] as string[] };
    for (const name of ["One", "Two", "Three", "Four", "Five", "Six", "L".repeat(300)].toReversed()) {
      const id = `named-${name.slice(0, 5)}`;
      await ann.proxy(createConversation, { conversation: { id, name } });
      sharedData.conversationIds.push(id);
    }
    await share(ann, { sharedData });
    const names = ["L".repeat(100), "Six", "Five", "Four", "Three"];
    expect((await listReceived(ben))[0]).toMatchObject({ names, senderName: expect.stringMatching(/./) });
    expect((await listSent(ann))[0]).toMatchObject({ names, fileCount: 0 });
  });

  test("recipients that fail are named with the reason, and the others get the snapshot; if all fail, nothing is kept", async () => {
    const unknown = "Nobody_00000000-0000-0000-0000-000000000000";
    const { result } = await share(ann, { sharedWith: [address("ben"), unknown] });
    expect(result.failed).toEqual([{ recipient: unknown, reason: expect.any(String) }]);
    expect(await listReceived(ben)).toHaveLength(1);
    expect((await share(ann, { sharedWith: [unknown] })).status).not.toBe(200);
    expect(await listSent(ann)).toHaveLength(1);
  });

  test("[C5.31] needs a recipient, a note and something to share", async () => {
    expect((await share(ann, { sharedWith: [] })).status).toBe(400);
    expect((await share(ann, { note: "  " })).status).toBe(400);
    expect((await share(ann, { sharedData: {} })).status).toBe(404);
  });
});

test("a snapshot expires after 180 days", async () => {
  const server = await createTestApp();
  const [ann, ben] = [await server.signIn("ann@example.org"), await server.signIn("ben@example.org")];
  await ann.proxy(createConversation, { conversation: { id: "c" } });
  const { result } = await ann.proxy(shareItems, {
    note: "Note",
    sharedWith: ["ben@example.org"],
    sharedData: { conversationIds: ["c"] },
  });
  const { items } = (await ben.proxy(listReceivedShares, {})).result;
  expect(items.map(({ expiresAt, sharedAt }) => Date.parse(expiresAt) - Date.parse(sharedAt))).toEqual([
    180 * 24 * 60 * 60 * 1_000,
  ]);
  await server.platform.db
    .updateTable("shares")
    .set({ expires_at: new Date(0) })
    .execute();
  expect((await ben.proxy(listReceivedShares, {})).result.items).toEqual([]);
  expect((await ben.proxy(loadShare, { key: result.key })).status).toBe(404);
  await server.close();
});

describe("the files of a snapshot", () => {
  let server: TestApp;
  let ann: TestPerson;
  let ben: TestPerson;
  let count = 0;
  beforeAll(async () => {
    const environment = { UPLOAD_MAX_MB: "1", STORAGE_PER_PERSON_MB: "1" };
    server = await createTestApp({ documents: createScriptedReader(), environment });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    [ann, ben] = [await server.signIn(`ann${count}@example.org`), await server.signIn(`ben${count}@example.org`)];
  });

  /** Shares a conversation of Ann with these files. */
  async function share(keys: readonly string[], includesFiles: boolean): Promise<string> {
    const dataSources = keys.map((key, index) => ({ id: `s3://${key}`, name: `${index}.txt`, type: "text/plain" }));
    const message = { id: "q", parentId: null, role: "user" as const, content: "Why?", data: { dataSources } };
    const conversation = { id: `c${count}`, name: "Why", messages: [message], headId: "q" };
    await ann.proxy(createConversation, { conversation });
    const sharedData = { conversationIds: [conversation.id], includesFiles };
    const { result } = await ann.proxy(shareItems, {
      note: "Files",
      sharedWith: [`ben${count}@example.org`],
      sharedData,
    });
    return result.key;
  }
  const upload = (person: TestPerson, content: string) =>
    uploadTestFile(server, person, { name: "notes.txt", type: "text/plain", content });
  const receive = (key: string) => ben.proxy(receiveSharedFiles, { key });
  const listFiles = async (person: TestPerson) =>
    server.platform.db.selectFrom("files").selectAll().where("owner_id", "=", person.actor.principal.id).execute();
  const readSources = async (key: string) => {
    const file = z.parse(ExportFile, JSON.parse((await ben.proxy(loadShare, { key })).result.item));
    return file.history[0]?.messages[0]?.data.dataSources;
  };

  test("the recipient gets copies of the sender's own files with the same documents, once, and nothing else becomes readable", async () => {
    const { id: own } = await upload(ann, "The notes of Ann");
    const { id: foreign } = await upload(await server.signIn(`cara${count}@example.org`), "The notes of Cara");
    const key = await share([foreign, own], true);
    expect((await ben.proxy(listReceivedShares, {})).result.items[0]).toMatchObject({ key, fileCount: 1 });
    expect(await readSources(key)).toEqual([
      { id: "obj://0.txt", name: "0.txt", type: "text/plain" },
      { id: "obj://1.txt", name: "1.txt", type: "text/plain", sharedFile: 0 },
    ]);
    expect(await listFiles(ben)).toEqual([]);
    const { files } = (await receive(key)).result;
    expect(files).toEqual([{ index: 0, key: expect.any(String), name: "notes.txt", type: "text/plain" }]);
    const [original] = await listFiles(ann);
    const [copy, ...others] = await listFiles(ben);
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ id: files[0]?.key, document_id: original?.document_id, size: original?.size });
    expect(copy?.blob_key).not.toBe(original?.blob_key);
    expect((await receive(key)).result.files).toEqual(files);
    expect(await listFiles(ben)).toHaveLength(1);
  });

  test("without the choice no file comes with it, and withdrawn files are not received", async () => {
    const { id } = await upload(ann, "The notes of Ann");
    const without = await share([id], false);
    expect(await readSources(without)).toEqual([{ id: "obj://0.txt", name: "0.txt", type: "text/plain" }]);
    expect((await receive(without)).result.files).toEqual([]);
    count += 100;
    ben = await server.signIn(`ben${count}@example.org`);
    const withdrawn = await share([id], true);
    await ann.proxy(withdrawShare, { key: withdrawn });
    expect((await receive(withdrawn)).status).toBe(404);
    expect(await listFiles(ben)).toEqual([]);
    expect((await ann.proxy(receiveSharedFiles, { key: without })).result.files).toEqual([]);
  });

  test("a file that its sender has deleted is left out, and the space of the recipient is respected", async () => {
    const { id } = await upload(ann, "a".repeat(700_000));
    const key = await share([id], true);
    await upload(ben, "b".repeat(700_000));
    expect((await receive(key)).status).toBe(413);
    expect(await listFiles(ben)).toHaveLength(1);
    await ann.proxy(deleteFile, { key: id });
    expect((await receive(key)).result.files).toEqual([]);
  });
});
