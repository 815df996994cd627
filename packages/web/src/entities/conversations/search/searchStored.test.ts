import "fake-indexeddb/auto";
import type { Conversation, MessageHit } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { newConversation } from "../newConversation.ts";
import { createMemoryConversations } from "../store/createMemoryConversations.ts";
import { type LocalConversations, openLocalConversations } from "../store/localConversations.ts";
import { message } from "../testing/fakeCloud.ts";
import { searchDatabase } from "./searchDatabase.ts";

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

function conversation(id: string, day: number, texts: readonly string[], changes: Partial<Conversation> = {}) {
  const created = newConversation({ isLocal: true, modelId: null, temperature: null }, at(day));
  const messages = texts.map((content, index) => message(`${id}${index}`, index === 0 ? null : `${id}0`, { content }));
  return { ...created, id, name: id, messages, headId: messages.at(-1)?.id ?? null, ...changes };
}

async function search(local: LocalConversations, query: string, signal = new AbortController().signal) {
  const hits: MessageHit[] = [];
  await local.search(query, (newHits) => hits.push(...newHits), signal);
  return hits;
}

let users = 0;
const drivers: Record<string, () => Promise<LocalConversations>> = {
  IndexedDB: () => openLocalConversations(`search${users++}`),
  memory: async () => createMemoryConversations(),
};

describe.each(Object.entries(drivers))("searching the messages stored in %s", (_name, open) => {
  test("finds messages with every word, ignoring case and accents, the last changed conversation first", async () => {
    const local = await open();
    await local.put(conversation("old", 1, ["Le café de Carnot"]));
    await local.put(conversation("new", 3, ["carnot", "CAFE, said Carnot"]));
    await local.put(conversation("apart", 2, ["a café", "and Carnot"]));
    const hits = await search(local, "Café carnot");
    expect(hits.map(({ conversationId, messageId }) => [conversationId, messageId])).toEqual([
      ["new", "new1"],
      ["old", "old0"],
    ]);
    expect(hits[1]).toMatchObject({ role: "user", passage: "Le café de Carnot" });
  });

  test("finds what the search in the cloud finds: 'strasse' finds 'Straße', and the reverse", async () => {
    const local = await open();
    await local.put(conversation("a", 2, ["Die Straße nach Łódź"]));
    await local.put(conversation("b", 1, ["HAUPTSTRASSE"]));
    for (const query of ["strasse", "Straße"]) {
      const hits = await search(local, query);
      expect(hits.map(({ conversationId }) => conversationId)).toEqual(["a", "b"]);
    }
    const [hit] = await search(local, "strasse lodz");
    expect(hit?.marks.map(([from, to]) => hit.passage.slice(from, to))).toEqual(["Straße", "Łódź"]);
  });

  test("searches every branch and returns the newest message", async () => {
    const local = await open();
    const versions = ["A question", "entropy, first version", "entropy, second version", "another"];
    await local.put(conversation("a", 1, versions, { headId: "a3" }));
    expect(await search(local, "entropy")).toMatchObject([{ messageId: "a2", passage: "entropy, second version" }]);
  });

  test("searches the text that is shown, not the text that was sent", async () => {
    const local = await open();
    const created = conversation("a", 1, ["sent with a template"]);
    await local.put({ ...created, messages: created.messages.map((each) => ({ ...each, label: "typed" })) });
    expect(await search(local, "template")).toEqual([]);
    expect(await search(local, "typed")).toHaveLength(1);
  });

  test("leaves out cloud conversations, also if there is a backup copy", async () => {
    const local = await open();
    await local.put(conversation("spare", 1, ["entropy"], { isLocal: false, revision: 3 }));
    expect(await search(local, "entropy")).toEqual([]);
  });

  test("reads many conversations, a few at a time, and ends when it is aborted", async () => {
    const local = await open();
    await local.add(Array.from({ length: 95 }, (_, index) => conversation(`c${index}`, 1, [`word ${index}`])));
    expect(await search(local, "word")).toHaveLength(95);
    const ending = new AbortController();
    const hits: MessageHit[] = [];
    await local.search(
      "word",
      (newHits) => {
        hits.push(...newHits);
        ending.abort();
      },
      ending.signal,
    );
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBeLessThan(95);
    expect(await search(local, " ")).toEqual([]);
  });
});

test("a search ends after a thousand hits", async () => {
  const local = createMemoryConversations();
  await local.add(Array.from({ length: 1_200 }, (_, index) => conversation(`c${index}`, 1, ["word"])));
  expect((await search(local, "word")).length).toBe(1_000);
});

test("a search does not create a missing database", async () => {
  const searching = searchDatabase("lectern.nobody", "word", () => {}, new AbortController().signal);
  await expect(searching).rejects.toThrow();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("lectern.nobody");
});
