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
  const made = newConversation({ isLocal: true, modelId: null, temperature: null }, at(day));
  const messages = texts.map((content, index) => message(`${id}${index}`, index === 0 ? null : `${id}0`, { content }));
  return { ...made, id, name: id, messages, headId: messages.at(-1)?.id ?? null, ...changes };
}

async function search(kept: LocalConversations, query: string, signal = new AbortController().signal) {
  const hits: MessageHit[] = [];
  await kept.search(query, (found) => hits.push(...found), signal);
  return hits;
}

let users = 0;
const drivers: Record<string, () => Promise<LocalConversations>> = {
  IndexedDB: () => openLocalConversations(`search${users++}`),
  memory: async () => createMemoryConversations(),
};

describe.each(Object.entries(drivers))("searching inside the messages kept in %s", (_name, open) => {
  test("finds every word in one message, whatever the case and the accents, the last changed conversation first", async () => {
    const kept = await open();
    await kept.put(conversation("old", 1, ["Le café de Carnot"]));
    await kept.put(conversation("new", 3, ["carnot", "CAFE, said Carnot"]));
    await kept.put(conversation("apart", 2, ["a café", "and Carnot"]));
    const hits = await search(kept, "Café carnot");
    expect(hits.map(({ conversationId, messageId }) => [conversationId, messageId])).toEqual([
      ["new", "new1"],
      ["old", "old0"],
    ]);
    expect(hits[1]).toMatchObject({ role: "user", passage: "Le café de Carnot" });
  });

  test("finds what the search in the cloud finds: 'strasse' finds 'Straße', and the reverse", async () => {
    const kept = await open();
    await kept.put(conversation("a", 2, ["Die Straße nach Łódź"]));
    await kept.put(conversation("b", 1, ["HAUPTSTRASSE"]));
    for (const query of ["strasse", "Straße"]) {
      const hits = await search(kept, query);
      expect(hits.map(({ conversationId }) => conversationId)).toEqual(["a", "b"]);
    }
    const [hit] = await search(kept, "strasse lodz");
    expect(hit?.marks.map(([from, to]) => hit.passage.slice(from, to))).toEqual(["Straße", "Łódź"]);
  });

  test("looks at every branch, and names the newest message", async () => {
    const kept = await open();
    const versions = ["A question", "entropy, first version", "entropy, second version", "another"];
    await kept.put(conversation("a", 1, versions, { headId: "a3" }));
    expect(await search(kept, "entropy")).toMatchObject([{ messageId: "a2", passage: "entropy, second version" }]);
  });

  test("looks at what a person sees of a message, not at what was sent in its place", async () => {
    const kept = await open();
    const made = conversation("a", 1, ["sent with a template"]);
    await kept.put({ ...made, messages: made.messages.map((each) => ({ ...each, label: "typed" })) });
    expect(await search(kept, "template")).toEqual([]);
    expect(await search(kept, "typed")).toHaveLength(1);
  });

  test("leaves out what is in the cloud, a spare copy of it too", async () => {
    const kept = await open();
    await kept.put(conversation("spare", 1, ["entropy"], { isLocal: false, revision: 3 }));
    expect(await search(kept, "entropy")).toEqual([]);
  });

  test("goes through many, a few at a time, and ends where it is told to", async () => {
    const kept = await open();
    await kept.add(Array.from({ length: 95 }, (_, index) => conversation(`c${index}`, 1, [`word ${index}`])));
    expect(await search(kept, "word")).toHaveLength(95);
    const ending = new AbortController();
    const hits: MessageHit[] = [];
    await kept.search(
      "word",
      (found) => {
        hits.push(...found);
        ending.abort();
      },
      ending.signal,
    );
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBeLessThan(95);
    expect(await search(kept, " ")).toEqual([]);
  });
});

test("what is found in more than a thousand conversations is not gone through to the end", async () => {
  const kept = createMemoryConversations();
  await kept.add(Array.from({ length: 1_200 }, (_, index) => conversation(`c${index}`, 1, ["word"])));
  expect((await search(kept, "word")).length).toBe(1_000);
});

test("a database that is not there is not made by a search", async () => {
  const searching = searchDatabase("lectern.nobody", "word", () => {}, new AbortController().signal);
  await expect(searching).rejects.toThrow();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("lectern.nobody");
});
