import {
  appendMessages,
  createConversation,
  deleteConversation,
  limits,
  type MessageHit,
  type MessageInput,
  searchMessages,
  updateConversation,
} from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { testDatabaseKinds } from "../../../testing/testDatabase.ts";
import { getOwnerId } from "../../access/service.ts";
import { openTurn, saveEndedAnswer } from "../service.ts";
import { saveUnfinishedAnswer } from "../testing/saveUnfinishedAnswer.ts";
import { findHits } from "./findHits.ts";
import { parseSearchTerms } from "./parseSearchTerms.ts";
import { buildMatchQuery } from "./repository.ts";

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
  const findConversationIds = async (query: string) =>
    (await search(query)).hits.map(({ conversationId }) => conversationId);
  const listMarkedTexts = ({ passage, marks }: MessageHit) => marks.map(([start, end]) => passage.slice(start, end));

  test("finds messages with every word of the query: one hit per conversation, the last changed conversation first", async () => {
    const createdAt = "2020-02-03T04:05:06.000Z";
    await write("a", "How do tomatoes grow?", { content: "Tomatoes need sun.", createdAt }, "And cucumbers?");
    await write("b", "Tomatoes and cucumbers", "Cucumbers and tomatoes grow well.");
    await write("c", "Potatoes");
    expect(await findConversationIds("tomatoes")).toEqual(["b", "a"]);
    expect(await findConversationIds("grow tomatoes")).toEqual(["b", "a"]);
    expect(await findConversationIds("cucumbers tomatoes")).toEqual(["b"]);
    expect(await findConversationIds("sun cucumbers")).toEqual([]);
    clock.advance(1_000);
    await owner.proxy(updateConversation, { conversationId: "a", changes: { name: "Changed" } });
    expect(await findConversationIds("tomatoes")).toEqual(["a", "b"]);
    const [hit] = (await search("tomatoes")).hits;
    expect(hit).toMatchObject({
      conversationId: "a",
      messageId: "m1",
      role: "assistant",
      passage: "Tomatoes need sun.",
      createdAt,
    });
    expect((await owner.rest(searchMessages, { query: "tomatoes" })).result.hits).toHaveLength(2);
  });

  test("matches the last word by its beginning and the others as whole words", async () => {
    await write("a", "The university library opens early");
    expect(await findConversationIds("univ")).toEqual(["a"]);
    expect(await findConversationIds("library univ")).toEqual(["a"]);
    expect(await findConversationIds("univ library")).toEqual([]);
    expect(await findConversationIds("niversity")).toEqual([]);
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
  ])("folds case, accents and symbols: %s in %s", async (query, text, marks) => {
    await write("a", text);
    const { hits } = await search(query);
    expect(hits.map(listMarkedTexts)).toEqual(marks.length > 0 ? [marks] : []);
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
  ])("finds any part of a text without spaces: %s in %s", async (query, text, marks) => {
    await write("a", text);
    const [hit] = (await search(query)).hits;
    expect(hit && listMarkedTexts(hit)).toEqual(expect.arrayContaining(marks));
  });

  test("does not find a word if only its character pairs occur", async () => {
    await write("a", "東京と京都");
    expect(await findConversationIds("東京都")).toEqual([]);
    expect(await findConversationIds("東京 京都")).toEqual(["a"]);
  });

  test("finds the shown text and the sent text of a message, and nothing in its data", async () => {
    await write("a", {
      content: "Answer as a poet: what is rain?",
      label: "What is rain?",
      data: { state: { secret: "marzipan" }, reasoning: "marzipan" },
    });
    expect(await findConversationIds("marzipan")).toEqual([]);
    expect((await search("poet")).hits).toMatchObject([{ passage: "Answer as a poet: what is rain?" }]);
    expect((await search("rain")).hits).toMatchObject([{ passage: "What is rain?" }]);
    expect(await findConversationIds("secret")).toEqual([]);
  });

  test("shows the part with the most matches, on one line, with correct marks", async () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(40);
    await write("a", `apple ${filler}\n\nAn apple\n\n  and a   pear 😀 stand ${filler}`);
    const [hit] = (await search("pear apple")).hits;
    expect(hit?.passage).toContain("An apple and a pear 😀 stand");
    expect(hit?.passage).not.toMatch(/\n| {2}/);
    expect(hit?.passage.length).toBeLessThanOrEqual(204);
    expect(hit?.passage).toMatch(/^… .* …$/);
    expect(hit && listMarkedTexts(hit)).toEqual(["apple", "pear"]);
  });

  test("continues after a cursor until the end, also among equal times", async () => {
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

  test("finds an answer once it has ended, and no longer finds text that was edited or deleted", async () => {
    const turn = { conversationId: "c", modelId: "m", modelName: "M", parentId: null, replyId: "a1", requestId: "r1" };
    const question = { id: "q1", role: "user" as const, content: "Say something" };
    await openTurn(server.platform, owner.actor, { ...turn, messages: [question] });
    const run = { requestId: "r1" };
    await saveUnfinishedAnswer(
      server.platform,
      { ownerId: getOwnerId(owner.actor), conversationId: "c" },
      { id: "a1", content: "heliotrope and", data: { run } },
    );
    expect(await findConversationIds("heliotrope")).toEqual([]);
    expect(await findConversationIds("something")).toEqual(["c"]);
    const data = { run, end: { end: "done" as const } };
    await saveEndedAnswer(
      server.platform,
      { ownerId: getOwnerId(owner.actor), conversationId: "c" },
      { id: "a1", content: "heliotrope and more", data },
    );
    expect(await findConversationIds("heliotrope")).toEqual(["c"]);
    const edited: MessageInput = { ...{ id: "a1", role: "assistant", content: "iris" }, data };
    await owner.proxy(appendMessages, { conversationId: "c", messages: [edited] });
    expect([await findConversationIds("heliotrope"), await findConversationIds("iris")]).toEqual([[], ["c"]]);
    await owner.proxy(deleteConversation, { conversationId: "c" });
    expect(await findConversationIds("iris")).toEqual([]);
  });

  test("finds nothing of another person's, even if the ids of both have the same beginning", async () => {
    await write("a", "heliotrope");
    const stranger = await server.signIn(`stranger${count}@example.org`);
    for (const call of [stranger.proxy, stranger.rest]) {
      expect((await call(searchMessages, { query: "heliotrope" })).result).toEqual({ hits: [], nextCursor: null });
    }
    // People whose ids share the same beginning share index entries, but no results.
    const twinActor = {
      ...stranger.actor,
      principal: { kind: "person" as const, id: `${owner.actor.principal.id.slice(0, 8)}-twin` },
    };
    const { db } = server.platform;
    const { id: _, ...row } = await db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", stranger.actor.principal.id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("users")
      .values({ ...row, id: twinActor.principal.id, subject: twinActor.principal.id, email_verified: false })
      .execute();
    const signal = new AbortController().signal;
    expect(
      (await findHits({ db, actor: twinActor, signal }, { query: "heliotrope", limit: 5, after: null })).hits,
    ).toEqual([]);
  });

  test("finds nothing for a query without words, and treats operators of the query language as plain symbols", async () => {
    await write("a", "plain & simple | text ! with 'quotes' and \\ slashes");
    for (const query of ["", "   ", "?!…", "&|!:*()<->"]) expect(await findConversationIds(query)).toEqual([]);
    for (const query of ["'quotes'", "simple | nothing", "plain & simple", "text:*", "\\ slashes", "!text"]) {
      expect(await findConversationIds(query), query).toEqual(query.includes("nothing") ? [] : ["a"]);
    }
    const refusedResponse = await owner.proxy(searchMessages, { query: "x".repeat(limits.searchLength + 1) });
    expect(refusedResponse).toMatchObject({ status: 400, body: { issues: [{ path: "query" }] } });
  });

  test("stores a message of any length with any letters, and finds it by its beginning", async () => {
    const unlike = Array.from({ length: 60_000 }, (_, index) => String.fromCodePoint(0x20000 + index * 2)).join("");
    await write("a", `first ${unlike}`);
    await write("b", `first ${Array.from({ length: 200_000 }, (_, index) => index.toString(36)).join(" ")}`);
    await write("c", `${"w".repeat(300_000)} second`, { label: unlike, content: "third" });
    expect(await findConversationIds("first")).toEqual(["b", "a"]);
    expect(await findConversationIds("www")).toEqual(["c"]);
    expect(await findConversationIds("third")).toEqual(["c"]);
    expect(await findConversationIds("w".repeat(60))).toEqual(["c"]);
  });

  test("finds a message by each of its words, whatever they are", async () => {
    let createdCount = 0;
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
        createdCount += 1;
        const id = `c${createdCount}`;
        await write(id, texts.join(" "));
        for (const word of texts) {
          const hits = (await search(word)).hits.filter(({ conversationId }) => conversationId === id);
          if (parseSearchTerms(word).length > 0) expect(hits, word).toHaveLength(1);
          for (const { passage, marks } of hits) {
            for (const [start, end] of marks) expect(0 <= start && start < end && end <= passage.length).toBe(true);
          }
        }
      }),
      { numRuns: getFuzzRunCount(20) },
    );
  }, 600_000);

  test("reads the index, however few and long the messages are", async () => {
    // Many different words make the index large, and few rows make the table look small.
    const listWords = (index: number) => Array.from({ length: 800 }, (_, word) => `w${index}x${word}`).join(" ");
    await write("a", ...Array.from({ length: 60 }, (_, index) => listWords(index)));
    for (const indexQuery of ["'x'", "'x':*", "'x' & 'y'"]) {
      const { rows } = await sql`explain ${buildMatchQuery(indexQuery, 1_000)}`.execute(server.platform.db);
      expect(JSON.stringify(rows)).toContain("Bitmap Index Scan on messages_words");
    }
  });
});
