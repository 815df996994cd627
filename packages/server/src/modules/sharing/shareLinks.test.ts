import {
  createConversation,
  createShareLink,
  deleteConversation,
  ExportFile,
  listReceivedShares,
  listSentShares,
  listShareLinks,
  loadShare,
  type OpCallInput,
  openConversation,
  openShareLink,
  shareItems,
  withdrawShare,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { forgetFlags } from "../flags/service.ts";
import { blockPerson, erasePerson, unblockPerson } from "../people/service.ts";

const messages = [
  { id: "q", parentId: null, role: "user" as const, content: "Why?" },
  { id: "old", parentId: "q", role: "assistant" as const, content: "A version that is not shown" },
  {
    id: "a",
    parentId: "q",
    role: "assistant" as const,
    content: "Because [1].",
    data: {
      modelName: "Large",
      run: { requestId: "request-1" },
      state: {
        assistantId: "astp/1",
        sources: {
          rag: {
            sources: [
              {
                index: 1,
                content: "The cited passage",
                name: "notes.pdf",
                key: "owner/key",
                contentKey: "owner/content",
                groupId: "g",
                type: "application/pdf",
                locations: [],
              },
              { index: 1, content: "Not for others", name: "x.pdf", citation: "signature", locations: [] },
            ],
          },
        },
      },
    },
  },
];

describe("a link to a chat", () => {
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  let ben: TestPerson;
  let cara: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "site@example.org" } });
    site = await server.signIn("site@example.org");
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    const signIn = (name: string) => server.signIn(`${name}${count}@example.org`);
    [ann, ben, cara] = [await signIn("ann"), await signIn("ben"), await signIn("cara")];
    await ann.proxy(createConversation, {
      conversation: { id: "c", name: "Why", prompt: "My secret prompt", messages, headId: "a", folderId: "f" },
    });
  });

  type SharedData = OpCallInput<typeof createShareLink>["sharedData"];
  const createLink = (person: TestPerson, sharedData: SharedData = { conversationIds: ["c"] }) =>
    person.proxy(createShareLink, { sharedData });
  const createKey = async (): Promise<string> => (await createLink(ann)).result.key;
  const openLink = (person: TestPerson, key: string) => person.proxy(openShareLink, { key });
  const listLinks = async (person: TestPerson) => (await person.proxy(listShareLinks, {})).result.items;
  const statusesOf = async (key: string) => [(await openLink(ben, key)).status, (await openLink(ann, key)).status];
  const readFile = async (key: string) => z.parse(ExportFile, JSON.parse((await openLink(ben, key)).result.item));

  test("opens for everybody who is signed in, says who shared it and when, and is in no list of received or sent items", async () => {
    const key = await createKey();
    const { result } = await openLink(ben, key);
    expect(result).toMatchObject({ sharedBy: `ann${count}`, sharedAt: expect.any(String) });
    const { history } = await readFile(key);
    expect(history).toMatchObject([{ name: "Why", prompt: null, folderId: null }]);
    expect(history[0]?.messages.map(({ content }) => content)).toEqual(["Why?", "Because [1]."]);
    expect((await ben.proxy(listReceivedShares, {})).result.items).toEqual([]);
    expect((await ann.direct(listSentShares, {})).result.items).toEqual([]);
    // What recipients call opens no link, not even for its owner.
    for (const person of [ann, ben]) expect((await person.proxy(loadShare, { key })).status).toBe(404);
  });

  test("opens for nobody who is not signed in", async () => {
    const key = await createKey();
    const request = { method: "POST", url: openShareLink.path, payload: { data: { key } } } as const;
    expect((await server.app.inject({ ...request, headers: { host: "localhost" } })).statusCode).toBe(401);
    expect((await ben.rest(openShareLink, { key })).status).toBe(200);
  });

  test("has a snapshot without other versions, prompt, run, key, signature or id of its owner's objects", async () => {
    const { item } = (await openLink(ben, await createKey())).result;
    const secrets = ["not shown", "secret", "request-1", "owner/", "signature", "Not for others", "astp/1"];
    for (const secret of [...secrets, '"c"', '"f"', '"g"', ann.actor.principal.id]) expect(item).not.toContain(secret);
    expect(item).toContain("The cited passage");
  });

  test("does not change with the chat, also when this is deleted", async () => {
    const key = await createKey();
    await ann.proxy(deleteConversation, { conversationId: "c" });
    expect((await readFile(key)).history).toHaveLength(1);
    expect((await createLink(ann)).status).toBe(404);
  });

  test("is made of a chat of the browser that is sent, and of nobody else's chat", async () => {
    expect((await createLink(ben)).status).toBe(404);
    const [shown] = (await readFile(await createKey())).history;
    if (!shown) throw new Error("the snapshot is empty");
    const conversations = [{ ...shown, id: "local", name: "Of this browser" }];
    const { result } = await createLink(ben, { conversations });
    expect((await readFile(result.key)).history).toMatchObject([{ name: "Of this browser" }]);
    // It was not stored as a conversation.
    expect((await ben.proxy(openConversation, { conversationId: "local" })).status).toBe(404);
  });

  test("shows exactly one chat", async () => {
    await ann.proxy(createConversation, { conversation: { id: "d", name: "More" } });
    for (const sharedData of [{}, { conversationIds: ["c", "d"] }]) {
      expect((await createLink(ann, sharedData)).status).toBe(400);
    }
  });

  test("is listed for its owner with its title, and counts the other people who have opened it, each once", async () => {
    const key = await createKey();
    const opens = [ann, ben, ben, cara];
    for (const person of opens) await openLink(person, key);
    const link = { key, title: "Why", sharedAt: expect.any(String), expiresAt: expect.any(String), viewCount: 2 };
    expect(await listLinks(ann)).toEqual([link]);
    const [{ sharedAt = "", expiresAt = "" } = {}] = await listLinks(ann);
    expect(Date.parse(expiresAt) - Date.parse(sharedAt)).toBe(180 * 24 * 60 * 60 * 1_000);
    expect(await listLinks(ben)).toEqual([]);
  });

  test("with another key is not found", async () => {
    await createKey();
    expect((await openLink(ben, crypto.randomUUID())).status).toBe(404);
    expect((await openLink(ben, "c")).status).toBe(400);
  });

  test("what has recipients does not open as a link", async () => {
    const { result } = await ann.proxy(shareItems, {
      note: "Note",
      sharedWith: [ben.actor.email],
      sharedData: { conversationIds: ["c"] },
    });
    for (const person of [ann, ben, cara]) expect((await openLink(person, result.key)).status).toBe(404);
    expect(await listLinks(ann)).toEqual([]);
  });

  test("no longer opens once its owner stops sharing; for others there is nothing to stop", async () => {
    const key = await createKey();
    expect((await openLink(ben, key)).status).toBe(200);
    for (const person of [ben, cara, site]) expect((await person.proxy(withdrawShare, { key })).status).toBe(404);
    expect((await openLink(cara, key)).status).toBe(200);
    expect((await ann.proxy(withdrawShare, { key })).status).toBe(200);
    expect(await statusesOf(key)).toEqual([404, 404]);
    expect(await listLinks(ann)).toEqual([]);
    expect((await ann.proxy(withdrawShare, { key })).status).toBe(404);
  });

  test("does not open once it has expired, and is not listed", async () => {
    const key = await createKey();
    const { db } = server.platform;
    await db
      .updateTable("shares")
      .set({ expires_at: new Date(0) })
      .where("id", "=", key)
      .execute();
    expect(await statusesOf(key)).toEqual([404, 404]);
    expect(await listLinks(ann)).toEqual([]);
  });

  test("does not open while its owner is blocked, and is deleted with the account", async () => {
    const key = await createKey();
    const { id } = ann.actor.principal;
    await blockPerson(server.platform, site.actor, id);
    expect((await openLink(ben, key)).status).toBe(404);
    await unblockPerson(server.platform, site.actor, id);
    expect((await openLink(ben, key)).status).toBe(200);
    await erasePerson(server.platform, site.actor, id);
    expect((await openLink(ben, key)).status).toBe(404);
  });
});

test("while links are turned off none is made and none opens, but the owner can stop sharing", async () => {
  const server = await createTestApp({ environment: { ADMINS: "site@example.org" } });
  const [ann, ben] = [await server.signIn("ann@example.org"), await server.signIn("ben@example.org")];
  await ann.proxy(createConversation, { conversation: { id: "c" } });
  const create = () => ann.proxy(createShareLink, { sharedData: { conversationIds: ["c"] } });
  const { key } = (await create()).result;
  await configureFlags(server.platform.db, { shareLinks: false });
  forgetFlags(server.platform);
  const refusal = { status: 403, body: { message: "Links to chats are turned off here." } };
  expect(await create()).toMatchObject(refusal);
  for (const person of [ann, ben]) expect(await person.proxy(openShareLink, { key })).toMatchObject(refusal);
  expect((await ann.proxy(listShareLinks, {})).result.items).toHaveLength(1);
  expect((await ann.proxy(withdrawShare, { key })).status).toBe(200);
  await server.close();
});
