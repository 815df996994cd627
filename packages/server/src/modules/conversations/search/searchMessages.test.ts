import {
  appendMessages,
  createConversation,
  deleteConversation,
  limits,
  type MessageInput,
  type MessageHit,
  searchMessages,
  updateConversation,
} from "@lectern/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { fuzzRuns } from "../../../testing/fuzzRuns.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { testDatabaseKinds } from "../../../testing/testDatabase.ts";
import { openTurn, saveReply } from "../service.ts";
import { findHits } from "./findHits.ts";
import { searchTerms } from "./parseSearchTerms.ts";

describe.each(testDatabaseKinds)("searching in messages, on %s", (database) => {
  const clock = createManualClock();
  let server: TestApp;
  let owner: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ database, clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    owner = await server.signIn(`owner${count}@example.org`);
  });

  const write = async (id: string, ...texts: (string | Partial<MessageInput>)[]) => {
    const messages = texts.map(
      (text, index): MessageInput => ({
        ...{
          id: `m${index}`,
          parentId: index === 0 ? null : `m${index - 1}`,
          role: index % 2 === 0 ? "user" : "assistant",
        },
        content: "",
        ...(typeof text === "string" ? { content: text } : text),
      }),
    );
    clock.advance(1_000);
    const reply = await owner.proxy(createConversation, { conversation: { id, messages } });
    expect(reply.status).toBe(200);
  };
  const search = async (query: string, more: { limit?: number; cursor?: string } = {}, person = owner) => {
    const reply = await person.proxy(searchMessages, { query, ...more });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.result;
  };
  const found = async (query: string) => (await search(query)).hits.map(({ conversationId }) => conversationId);
  const marked = ({ passage, marks }: MessageHit) => marks.map(([start, end]) => passage.slice(start, end));

  test("finds every word of the query in one message, the last changed conversation first, one hit a conversation", async () => {
    await write("a", "How do tomatoes grow?", "Tomatoes need sun.", "And cucumbers?");
    await write("b", "Tomatoes and cucumbers", "Cucumbers and tomatoes grow well.");
    await write("c", "Potatoes");
    expect(await found("tomatoes")).toEqual(["b", "a"]);
    expect(await found("grow tomatoes")).toEqual(["b", "a"]);
    expect(await found("cucumbers tomatoes")).toEqual(["b"]);
    expect(await found("sun cucumbers")).toEqual([]);
    clock.advance(1_000);
    await owner.proxy(updateConversation, { conversationId: "a", changes: { name: "Changed" } });
    expect(await found("tomatoes")).toEqual(["a", "b"]);
    const [hit] = (await search("tomatoes")).hits;
    expect(hit).toMatchObject({
      conversationId: "a",
      messageId: "m1",
      role: "assistant",
      passage: "Tomatoes need sun.",
    });
    expect((await owner.rest(searchMessages, { query: "tomatoes" })).result.hits).toHaveLength(2);
  });

  test("finds the last word by its beginning, and the others whole", async () => {
    await write("a", "The university library opens early");
    expect(await found("univ")).toEqual(["a"]);
    expect(await found("library univ")).toEqual(["a"]);
    expect(await found("univ library")).toEqual([]);
    expect(await found("niversity")).toEqual([]);
  });

  test.each([
    ["ÜBER-GRÖSSE", "Die Übergröße über Größe", ["über", "Größe"]],
    ["cafe creme", "Un café, une CRÈME brûlée", ["café", "CRÈME"]],
    ["ελλαδα", "Η Ελλάδα σήμερα", ["Ελλάδα"]],
    ["елка", "Новогодняя Ёлка!", ["Ёлка"]],
    ["नमस्ते", "वह नमस्ते कहता है", ["नमस्ते"]],
    ["foo_bar", "call foo_bar(1)", ["foo", "bar"]],
    ["ﬁle", "the file", ["file"]],
    ["it's", "It’s late", ["It", "s"]],
    ["😀", "😀", []],
    ["café", "cafe\u0301 noir", ["cafe\u0301"]],
  ])("folds case, accents and signs: %s in %s", async (query, text, marks) => {
    await write("a", text);
    const { hits } = await search(query);
    expect(hits.map(marked)).toEqual(marks.length > 0 ? [marks] : []);
  });

  test.each([
    ["京都", "来年、京都へ行きます", ["京都"]],
    ["都", "東京都。", ["都"]],
    ["東京都庁", "東京都庁で会う", ["東京都庁"]],
    ["会議 tower", "TokyoTowerの会議 Tower", ["会議", "Tower"]],
    ["がっこう", "あのがっこうです", ["がっこう"]],
    ["학교", "우리학교에서", ["학교"]],
    ["โรงเรียน", "ฉันไปโรงเรียนทุกวัน", ["โรงเรียน"]],
    ["数据", "这是数据库。", ["数据"]],
  ])("finds any part of a text that is written without spaces: %s in %s", async (query, text, marks) => {
    await write("a", text);
    const [hit] = (await search(query)).hits;
    expect(hit && marked(hit)).toEqual(expect.arrayContaining(marks));
  });

  test("does not take the pairs of a word for the word", async () => {
    await write("a", "東京と京都");
    expect(await found("東京都")).toEqual([]);
    expect(await found("東京 京都")).toEqual(["a"]);
  });

  test("finds what a person sees of a message and what was sent, and never what is beside it", async () => {
    await write("a", {
      content: "Answer as a poet: what is rain?",
      label: "What is rain?",
      data: { state: { secret: "marzipan" }, reasoning: "marzipan" },
    });
    expect(await found("marzipan")).toEqual([]);
    expect((await search("poet")).hits).toMatchObject([{ passage: "Answer as a poet: what is rain?" }]);
    expect((await search("rain")).hits).toMatchObject([{ passage: "What is rain?" }]);
    expect(await found("secret")).toEqual([]);
  });

  test("shows some words around the densest place, on one line, with marks that fit", async () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(40);
    await write("a", `apple ${filler}\n\nAn apple\n\n  and a   pear 😀 stand ${filler}`);
    const [hit] = (await search("pear apple")).hits;
    expect(hit?.passage).toContain("An apple and a pear 😀 stand");
    expect(hit?.passage).not.toMatch(/\n| {2}/);
    expect(hit?.passage.length).toBeLessThanOrEqual(204);
    expect(hit?.passage).toMatch(/^… .* …$/);
    expect(hit && marked(hit)).toEqual(["apple", "pear"]);
  });

  test("goes on after a cursor until the end, also among equal times", async () => {
    const conversations = Array.from({ length: 7 }, (_, index) => `c${index}`);
    for (const id of conversations) {
      const messages: MessageInput[] = [{ id: "m", role: "user", content: "needle" }];
      await owner.proxy(createConversation, { conversation: { id, messages } });
      if (id === "c3") clock.advance(1_000);
    }
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page: { hits: MessageHit[]; nextCursor: string | null } = await search("needle", {
        limit: 3,
        ...(cursor === null ? {} : { cursor }),
      });
      pages.push(page.hits.map(({ conversationId }) => conversationId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual([["c4", "c5", "c6"], ["c0", "c1", "c2"], ["c3"]]);
    expect(await owner.proxy(searchMessages, { query: "x", cursor: "x" })).toMatchObject({ status: 400 });
  });

  test("finds an answer when it has ended, and forgets what was edited away or deleted", async () => {
    const turn = { conversationId: "c", modelId: "m", modelName: "M", parentId: null, replyId: "a1", requestId: "r1" };
    const question = { id: "q1", role: "user" as const, content: "Say something" };
    await openTurn(server.platform, owner.actor, { ...turn, messages: [question] });
    const { userId } = owner.actor;
    const run = { requestId: "r1" };
    await saveReply(server.platform, userId, "c", { id: "a1", content: "heliotrope and", data: { run } });
    expect(await found("heliotrope")).toEqual([]);
    expect(await found("something")).toEqual(["c"]);
    const data = { run, end: { end: "done" as const } };
    await saveReply(server.platform, userId, "c", { id: "a1", content: "heliotrope and more", data });
    expect(await found("heliotrope")).toEqual(["c"]);
    const edited: MessageInput = { ...{ id: "a1", role: "assistant", content: "iris" }, data };
    await owner.proxy(appendMessages, { conversationId: "c", messages: [edited] });
    expect([await found("heliotrope"), await found("iris")]).toEqual([[], ["c"]]);
    await owner.proxy(deleteConversation, { conversationId: "c" });
    expect(await found("iris")).toEqual([]);
  });

  test("finds nothing of another's, also where their ids begin alike", async () => {
    await write("a", "heliotrope");
    const stranger = await server.signIn(`stranger${count}@example.org`);
    for (const door of [stranger.proxy, stranger.rest]) {
      expect((await door(searchMessages, { query: "heliotrope" })).result).toEqual({ hits: [], nextCursor: null });
    }
    // Whoever has the same beginning of an id shares entries of the index, and still nothing else.
    const twin = { ...stranger.actor, userId: `${owner.actor.userId.slice(0, 8)}-twin` };
    const { db } = server.platform;
    const { id: _, ...row } = await db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", stranger.actor.userId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("users")
      .values({ ...row, id: twin.userId, subject: twin.userId })
      .execute();
    const signal = new AbortController().signal;
    expect((await findHits({ db, actor: twin, signal }, { query: "heliotrope", limit: 5, after: null })).hits).toEqual(
      [],
    );
  });

  test("gives nothing for what has no words, and takes signs of the query language for signs", async () => {
    await write("a", "plain & simple | text ! with 'quotes' and \\ slashes");
    for (const query of ["", "   ", "?!…", "&|!:*()<->"]) expect(await found(query)).toEqual([]);
    for (const query of ["'quotes'", "simple | nothing", "plain & simple", "text:*", "\\ slashes", "!text"]) {
      expect(await found(query), query).toEqual(query.includes("nothing") ? [] : ["a"]);
    }
    const refused = await owner.proxy(searchMessages, { query: "x".repeat(limits.searchLength + 1) });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "query" }] } });
  });

  test("a message of any length and any letters is stored, and found by its beginning", async () => {
    const unlike = Array.from({ length: 60_000 }, (_, index) => String.fromCodePoint(0x20000 + index * 2)).join("");
    await write("a", `first ${unlike}`);
    await write("b", `first ${Array.from({ length: 200_000 }, (_, index) => index.toString(36)).join(" ")}`);
    await write("c", `${"w".repeat(300_000)} second`, { label: unlike, content: "third" });
    expect(await found("first")).toEqual(["b", "a"]);
    expect(await found("www")).toEqual(["c"]);
    expect(await found("third")).toEqual(["c"]);
    expect(await found("w".repeat(60))).toEqual(["c"]);
  });

  test("whatever words a message has, each of them finds it", async () => {
    let made = 0;
    const text = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        "naïve",
        "ΌΧΙ",
        "Ǆ",
        "ﬀ",
        "ẞ",
        "İstanbul",
        "日本",
        "กำ",
        "가나",
        "½",
        "²",
        "Ⅷ",
        "ა",
        "Ⴀ",
        "ꙮ",
        "𝒳",
        "ʼn",
        "e\u0301\u0323",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (texts) => {
        made += 1;
        const id = `c${made}`;
        await write(id, texts.join(" "));
        for (const word of texts) {
          const hits = (await search(word)).hits.filter(({ conversationId }) => conversationId === id);
          if (searchTerms(word).length > 0) expect(hits, word).toHaveLength(1);
          for (const { passage, marks } of hits) {
            for (const [start, end] of marks) expect(0 <= start && start < end && end <= passage.length).toBe(true);
          }
        }
      }),
      { numRuns: fuzzRuns(database === "pglite" ? 60 : 20) },
    );
  }, 600_000);

  test("asks the index, however many messages there are", async () => {
    await write("a", "needle");
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select conversation_id from messages
      where message_words(owner_id, content, label) @@ '''x''' and (not (data ? 'run') or data ? 'end')
    `.execute(server.platform.db);
    expect(JSON.stringify(rows)).toContain("message_words");
  });
});
