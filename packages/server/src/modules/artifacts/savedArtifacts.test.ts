import { createHash, randomUUID } from "node:crypto";
import {
  type ArtifactContent,
  addArtifactVersions,
  type ConversationArtifactInput,
  clearMessages,
  compressText,
  createConversation,
  decompressContents,
  decompressText,
  deleteArtifact,
  deleteArtifactVersion,
  deleteConversation,
  ExportFile,
  editArtifactVersion,
  getAllArtifacts,
  getArtifact,
  getConversation,
  getNextVersion,
  limits,
  listUsedNumbers,
  loadShare,
  openConversation,
  parseConversationArtifacts,
  saveArtifact,
  shareArtifact,
  shareItems,
  toArtifactVersion,
  uploadConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { deletePersonalData } from "../people/erasureJob.ts";
import { erasePerson } from "../people/service.ts";

let server: TestApp;
let ann: TestPerson;
let ben: TestPerson;
let cara: TestPerson;
let count = 0;
beforeAll(async () => {
  server = await createTestApp({
    environment: { ADMINS: "admin@example.org" },
    clock: createManualClock(new Date("2026-11-29T09:41:00.000Z")),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  const signIn = (name: string) => server.signIn(`${name}${count}@example.org`);
  [ann, ben, cara] = [await signIn("ann"), await signIn("ben"), await signIn("cara")];
});

const content: ArtifactContent = {
  ...{ artifactId: "Sales_chart-1234567", name: "Sales chart", description: "By month", type: "react", version: 2 },
  ...{ createdAt: "Nov 28, 2026", contents: "<p>Grüße 👋</p>", tags: ["t"], sharedBy: null },
};
const save = async (person: TestPerson, changes: Partial<ArtifactContent> = {}) =>
  person.proxy(saveArtifact, { artifact: toArtifactVersion({ ...content, ...changes }) });
const list = async (person: TestPerson) => (await person.proxy(getAllArtifacts, {})).result;
const share = (person: TestPerson, shareWith: string[], changes: Partial<ArtifactContent> = {}) =>
  person.proxy(shareArtifact, { artifact: toArtifactVersion({ ...content, ...changes }), shareWith });
const countRows = async () => {
  const rows = server.platform.db.selectFrom("saved_artifacts").select("id");
  return (await rows.where("owner_id", "=", ann.actor.principal.id).execute()).length;
};
const get = (person: TestPerson, key: string) => person.proxy(getArtifact, { artifact_id: key });

describe("saved artifacts", () => {
  test("are saved, listed, read and deleted at their paths, which answer with success and data [C7.23] [C7.24] [C3.10]", async () => {
    const saved = await ann.rest(saveArtifact, { artifact: toArtifactVersion(content) });
    const key = `${ann.actor.principal.id}/20261129/Sales_chart:v2`;
    const item = { key, name: "Sales chart", description: "By month", createdAt: "Nov 28, 2026", sharedBy: null };
    const expected = { ...item, type: "react", tags: ["t"], savedAt: "2026-11-29T09:41:00.000Z" };
    expect(saved).toMatchObject({ status: 200, body: { success: true, data: expected } });
    expect(await ann.rest(getAllArtifacts, {})).toMatchObject({ body: { success: true, data: [expected] } });
    const read = await ann.rest(getArtifact, { artifact_id: key });
    expect(read.body).toEqual({ success: true, data: toArtifactVersion(content) });
    for (const op of [getArtifact, deleteArtifact]) {
      expect((await ben.rest(op, { artifact_id: key })).status).toBe(404);
    }
    const shareInput = { artifact: toArtifactVersion(content), shareWith: [ben.actor.email] };
    expect(await ann.rest(shareArtifact, shareInput)).toMatchObject({ status: 200, body: { success: true } });
    expect(await list(ben)).toMatchObject([{ name: "Sales chart", sharedBy: ann.actor.email }]);
    expect(await ann.rest(deleteArtifact, { artifact_id: key })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await list(ann)).toEqual([]);
    expect(
      [saveArtifact, shareArtifact, getArtifact, getAllArtifacts, deleteArtifact].map(({ method, path }) => [
        method,
        path,
      ]),
    ).toEqual([
      ["POST", "/artifacts/save"],
      ["POST", "/artifacts/share"],
      ["GET", "/artifacts/get"],
      ["GET", "/artifacts/get_all"],
      ["DELETE", "/artifacts/delete"],
    ]);
  });

  test("the same version of the same day is replaced, another version is not", async () => {
    await save(ann);
    await save(ann, { contents: "new" });
    await save(ann, { version: 3 });
    const items = await list(ann);
    expect(new Set(items.map(({ key }) => key.split("/").at(-1)))).toEqual(
      new Set(["Sales_chart:v2", "Sales_chart:v3"]),
    );
    const { result } = await get(ann, items.find(({ key }) => key.endsWith("v2"))?.key ?? "");
    expect(decompressContents(result.contents)).toBe("new");
  });

  test("another artifact with the same name, number and day replaces none", async () => {
    const other = { artifactId: "Sales_chart-7654321", contents: "other" };
    const first = (await save(ann)).result.key;
    const second = (await save(ann, other)).result.key;
    const third = (await save(ann, { artifactId: "c", name: "Sales/chart", contents: "third" })).result.key;
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await save(ann, { ...other, contents: "changed" })).result.key).toBe(second);
    expect((await save(ann)).result.key).toBe(first);
    const read = async (key: string) => decompressContents((await get(ann, key)).result.contents);
    expect([await read(first), await read(second), await read(third)]).toEqual([content.contents, "changed", "third"]);
    expect(await list(ann)).toHaveLength(3);
  });

  test("a stranger’s key is not found, and a key in the name of somebody else is one’s own", async () => {
    const { result } = await save(ann);
    for (const op of [getArtifact, deleteArtifact]) {
      expect((await ben.proxy(op, { artifact_id: result.key })).status).toBe(404);
    }
    await save(ben, { name: `../${ann.actor.principal.id}/20261129/Sales chart` });
    expect((await list(ben))[0]?.key.startsWith(`${ben.actor.principal.id}/`)).toBe(true);
    expect(await list(ann)).toHaveLength(1);
  });

  test("are refused while the feature is off", async () => {
    const { result } = await save(ann);
    overrideFeature("artifacts", { isFinished: false });
    for (const response of [
      await get(ann, result.key),
      await ann.proxy(getAllArtifacts, {}),
      await ann.proxy(deleteArtifact, { artifact_id: result.key }),
      await save(ann),
      await share(ann, [ben.actor.email]),
    ]) {
      expect(response.status).toBe(403);
    }
  });

  test("contents that are too long or no LZW are refused", async () => {
    const bomb = compressText("a".repeat(limits.artifactLength + 1));
    const artifact = { ...toArtifactVersion(content), contents: bomb };
    expect((await ann.proxy(saveArtifact, { artifact })).status).toBe(413);
    expect((await ann.proxy(saveArtifact, { artifact: { ...artifact, contents: [70_000] } })).status).toBe(400);
    expect((await ann.proxy(saveArtifact, { artifact: { ...artifact, contents: [-1] } })).status).toBe(400);
    expect(await list(ann)).toEqual([]);
  });
});

describe("a shared artifact", () => {
  test("is a copy in the lists of its recipients, which names who has shared it, and not in the sender’s", async () => {
    expect((await share(ann, [ben.actor.email])).result).toEqual({ key: expect.any(String), failed: [] });
    const [item] = await list(ben);
    expect(item).toMatchObject({ name: "Sales chart", sharedBy: ann.actor.email });
    expect((await get(ben, item?.key ?? "")).result).toMatchObject({ sharedBy: ann.actor.email, version: 2 });
    expect(await list(ann)).toEqual([]);
    expect(await list(cara)).toEqual([]);
    expect((await get(cara, item?.key ?? "")).status).toBe(404);
    await save(ann, { contents: "changed" });
    const { result } = await get(ben, item?.key ?? "");
    expect(decompressContents(result.contents)).toBe(content.contents);
  });

  test("can be removed from the recipient’s list, and stays for the others", async () => {
    await share(ann, [ben.actor.email, cara.actor.email]);
    const [item] = await list(ben);
    const key = item?.key ?? "";
    expect((await ben.proxy(deleteArtifact, { artifact_id: key })).status).toBe(200);
    expect(await list(ben)).toEqual([]);
    expect((await get(ben, key)).status).toBe(404);
    expect(await list(cara)).toHaveLength(1);
    expect(await countRows()).toBe(1);
    await cara.proxy(deleteArtifact, { artifact_id: key });
    expect(await countRows()).toBe(0);
  });

  test("can be withdrawn by its sender, by the key of the copy, and by nobody else", async () => {
    const { key = "" } = (await share(ann, [ben.actor.email, cara.actor.email])).result;
    await ben.proxy(deleteArtifact, { artifact_id: key });
    expect(await list(cara)).toHaveLength(1);
    expect((await ann.proxy(deleteArtifact, { artifact_id: key })).status).toBe(200);
    expect(await list(cara)).toEqual([]);
    expect((await get(cara, key)).status).toBe(404);
  });

  test("does not count as saved, and has a limit of its own", async () => {
    const row = {
      owner_id: ann.actor.principal.id,
      artifact_id: "a",
      version: 1,
      name: "A",
      description: "",
      type: "",
    };
    const more = { tags: "[]", created_on: "", contents: "", saved_at: new Date() };
    const add = (isListed: boolean, number: number) =>
      server.platform.db
        .insertInto("saved_artifacts")
        .values(
          Array.from({ length: number }, (_, index) => {
            const id = `${count}-${isListed}-${index}`;
            return { ...row, ...more, id, key: id, is_listed: isListed };
          }),
        )
        .execute();
    await add(false, limits.sharedArtifacts - 1);
    expect((await save(ann)).status).toBe(200);
    expect((await share(ann, [ben.actor.email])).status).toBe(200);
    expect((await share(ann, [ben.actor.email])).status).toBe(413);
    await add(true, limits.savedArtifacts - 1);
    expect((await save(ann)).status).toBe(200);
    expect((await save(ann, { version: 9 })).status).toBe(413);
  });

  test("stays with its recipients when its sender is erased", async () => {
    await save(ann);
    const { key = "" } = (await share(ann, [ben.actor.email])).result;
    const admin = await server.signIn("admin@example.org");
    await erasePerson(server.platform, admin.actor, ann.actor.principal.id);
    await deletePersonalData(server.platform, ann.actor.principal.id);
    expect(await countRows()).toBe(1);
    const { result } = await get(ben, key);
    expect(decompressContents(result.contents)).toBe(content.contents);
    expect(await list(ben)).toMatchObject([{ key, sharedBy: "" }]);
    await ben.proxy(deleteArtifact, { artifact_id: key });
    expect(await countRows()).toBe(0);
  });

  test("with oneself leaves nothing", async () => {
    expect((await share(ann, [ann.actor.email])).result).toEqual({ failed: [] });
    expect(await countRows()).toBe(0);
  });

  test("reaches a person who signs in later; an unknown name fails and leaves nothing", async () => {
    const later = `later${count}@example.org`;
    expect((await share(ann, [later, "no such group"])).result.failed).toMatchObject([{ recipient: "no such group" }]);
    expect(await list(await server.signIn(later))).toHaveLength(1);
    const before = await countRows();
    expect((await share(ann, ["no such group"])).status).toBe(400);
    expect(await countRows()).toBe(before);
  });

  test("claims of a client about who has shared it do not reach recipients", async () => {
    await share(ann, [ben.actor.email], { sharedBy: "rector@example.org" });
    expect((await list(ben))[0]?.sharedBy).toBe(ann.actor.email);
  });
});

describe("the artifacts of a cloud conversation", () => {
  const key = { artifactId: content.artifactId, version: 1 };
  const first: ConversationArtifactInput = { ...content, version: 1, contents: "one", messageId: "m1" };
  const message = { id: "m1", parentId: null, role: "assistant" as const, content: "Hi" };
  let conversationId: string;
  beforeEach(async () => {
    conversationId = randomUUID();
    await ann.proxy(createConversation, {
      conversation: { id: conversationId, messages: [message], artifacts: { [content.artifactId]: [first] } },
    });
  });
  const add = (person: TestPerson, ...versions: ConversationArtifactInput[]) =>
    person.proxy(addArtifactVersions, { conversationId, versions });
  const read = async () => {
    const { conversation } = (await ann.proxy(openConversation, { conversationId })).result;
    return parseConversationArtifacts(conversation.artifacts).map(({ version, contents }) => [version, contents]);
  };

  test("come with it, and a version is never overwritten except the latest by an edit", async () => {
    expect(await read()).toEqual([[1, "one"]]);
    const { result } = await add(ann, { ...first, contents: "other" }, { ...first, version: 2, contents: "two" });
    expect(result.skipped).toEqual([key]);
    expect(await read()).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
    const edit = (version: number) =>
      ann.proxy(editArtifactVersion, { conversationId, artifactId: key.artifactId, version, contents: "edited" });
    expect((await edit(1)).status).toBe(409);
    expect((await edit(3)).status).toBe(404);
    expect((await edit(2)).status).toBe(200);
    expect(await read()).toEqual([
      [1, "one"],
      [2, "edited"],
    ]);
    await ann.proxy(deleteArtifactVersion, { conversationId, artifactId: key.artifactId, version: 2 });
    expect(await read()).toEqual([[1, "one"]]);
  });

  test("are not overwritten if they have other contents than those that were edited; an undo may change an older one", async () => {
    await add(ann, { ...first, version: 2, contents: "two" });
    const edit = (version: number, contents: string, base: string, isUndo?: boolean) =>
      ann.proxy(editArtifactVersion, {
        ...{ conversationId, artifactId: key.artifactId, version, contents, isUndo },
        baseHash: createHash("sha256").update(base).digest("hex"),
      });
    const refused = await edit(2, "mine", "outdated");
    expect([refused.status, refused.body.message]).toEqual([409, "This version has since been changed elsewhere."]);
    expect((await edit(2, "mine", "two")).status).toBe(200);
    expect((await edit(1, "older", "one")).status).toBe(409);
    expect((await edit(1, "undone", "outdated", true)).status).toBe(409);
    expect((await edit(1, "undone", "one", true)).status).toBe(200);
    const { status } = await ann.proxy(editArtifactVersion, { conversationId, ...key, contents: "x", isUndo: true });
    expect(status).toBe(409);
    expect(await read()).toEqual([
      [1, "undone"],
      [2, "mine"],
    ]);
  });

  test("keep the numbers of deleted versions, which are given again only to restore them, also after a move", async () => {
    await add(ann, { ...first, version: 2, contents: "two" });
    await ann.proxy(deleteArtifactVersion, { conversationId, artifactId: key.artifactId, version: 2 });
    const again = await add(ann, { ...first, version: 2, contents: "other" });
    expect(again.result.skipped).toEqual([{ ...key, version: 2 }]);
    const { artifacts } = (await ann.proxy(openConversation, { conversationId })).result.conversation;
    expect(getNextVersion(key.artifactId, listUsedNumbers(artifacts))).toBe(3);
    const copyId = randomUUID();
    await ann.proxy(createConversation, { conversation: { id: copyId, messages: [message], artifacts } });
    const copy = (await ann.proxy(openConversation, { conversationId: copyId })).result.conversation;
    expect(copy.artifacts).toEqual(artifacts);
    const restored = { ...first, version: 2, contents: "two" };
    await ann.proxy(addArtifactVersions, { conversationId, versions: [restored], restore: true });
    expect(await read()).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
  });

  test("are nobody else’s: the same ids of another person are other artifacts", async () => {
    expect((await add(ben, { ...first, version: 2 })).status).toBe(404);
    await ben.proxy(createConversation, { conversation: { id: conversationId } });
    await add(ben, { ...first, contents: "ben’s" });
    await ben.proxy(editArtifactVersion, { conversationId, ...key, contents: "ben’s edit" });
    await ben.proxy(deleteArtifactVersion, { conversationId, ...key });
    expect(await read()).toEqual([[1, "one"]]);
  });

  test("end with the messages when a conversation is cleared, and with the conversation", async () => {
    await ann.proxy(clearMessages, { conversationId });
    expect(await read()).toEqual([]);
    await add(ann, { ...first, messageId: null });
    expect(await read()).toEqual([[1, "one"]]);
    await ann.proxy(deleteConversation, { conversationId });
    const { db } = server.platform;
    expect(
      await db
        .selectFrom("artifact_versions")
        .select("version")
        .where("conversation_id", "=", conversationId)
        .execute(),
    ).toEqual([]);
  });

  test("that are shared from a browser are bounded before they are decompressed", async () => {
    // Each code is one character longer than the one before it.
    const bomb = [97, ...Array.from({ length: 3_500 }, (_, index) => 256 + index)];
    const versions = Array.from({ length: 20 }, (_, index) => ({ ...first, version: index + 1, contents: bomb }));
    const now = new Date().toISOString();
    const described = { id: randomUUID(), name: "C", isLocal: true, createdAt: now, updatedAt: now };
    const conversation = { ...described, messages: [message], artifacts: { a: versions } };
    const sharedData = { conversations: [conversation] };
    const response = await ann.proxy(shareItems, { note: "For you", sharedWith: [ben.actor.email], sharedData });
    expect(response).toMatchObject({ status: 413 });
  });

  test("have limits", async () => {
    const long = "x".repeat(limits.artifactLength);
    const versions = [2, 3, 4, 5].map((version) => ({ ...first, version, contents: long }));
    expect((await add(ann, ...versions)).status).toBe(200);
    expect((await add(ann, { ...first, version: 6, contents: long })).status).toBe(413);
    expect((await add(ann, { ...first, version: 6, contents: `${long}x` })).status).toBe(400);
    const edit = { conversationId, artifactId: key.artifactId, version: 5, contents: "short" };
    expect((await ann.proxy(editArtifactVersion, edit)).status).toBe(200);
    const many = Array.from({ length: 500 }, (_, index) => ({ ...first, version: index + 6, contents: "" }));
    expect((await add(ann, ...many)).status).toBe(413);
  });

  test("travel with uploads, downloads and snapshots of the whole conversation, those of the shown branch", async () => {
    const codes = (await ann.rest(getConversation, { conversationId })).body.conversation;
    const exported = JSON.parse(decompressText(z.parse(z.array(z.number()), codes)));
    expect(exported.artifacts[content.artifactId]).toMatchObject([{ version: 1, contents: compressText("one") }]);
    const copyId = randomUUID();
    await ben.proxy(uploadConversation, {
      conversationId: copyId,
      conversation: compressText(JSON.stringify({ ...exported, id: copyId })),
      folder: null,
    });
    const copy = (await ben.proxy(openConversation, { conversationId: copyId })).result.conversation;
    expect(parseConversationArtifacts(copy.artifacts)).toMatchObject([{ version: 1, contents: "one" }]);
    await add(ann, { ...first, version: 2, contents: "another branch", messageId: "m9", sharedBy: "x@example.org" });
    const { result } = await ann.proxy(shareItems, {
      ...{ note: "For you", sharedWith: [ben.actor.email], sharedData: { conversationIds: [conversationId] } },
    });
    const file = z.parse(ExportFile, JSON.parse((await ben.proxy(loadShare, { key: result.key })).result.item));
    const shared = file.history[0];
    expect(parseConversationArtifacts(shared?.artifacts)).toMatchObject([
      { version: 1, contents: "one", messageId: shared?.messages[0]?.id, sharedBy: null },
    ]);
  });
});
