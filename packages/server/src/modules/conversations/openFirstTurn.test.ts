import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import { testDatabaseKinds } from "../../testing/testDatabase.ts";
import { openConversationHandler } from "./ops/openConversation.ts";
import { openTurn, prepareFirstTurn } from "./service.ts";
import { type ConversationTestbed, createConversationTestbed } from "./testing/conversationTestbed.ts";

describe.each(testDatabaseKinds)("a first turn on %s", (kind) => {
  let bed: ConversationTestbed;
  let actor: Actor;
  beforeAll(async () => {
    bed = await createConversationTestbed(kind);
    actor = await bed.createPerson();
  });
  afterAll(() => bed.close());

  const createTurn = (conversationId: string) => ({
    ...{ conversationId, modelId: "model", modelName: "A Model", parentId: null, replyId: "a1", requestId: "r1" },
    messages: [
      { id: "q1", role: "user" as const, content: "one 'quoted' {\"json\"} \\u0041" },
      { id: "q2", role: "user" as const, content: "two", data: { dataSources: [] }, label: "Two" },
    ],
  });
  const loadConversation = async (conversationId: string) =>
    (await openConversationHandler.handle(bed.createContext(actor), { conversationId })).conversation;
  /** A statement that returns a row, or none. */
  const createClaim = (succeeds: boolean) => sql`
    insert into folders (owner_id, id, name, type) select ${actor.principal.id}, ${randomUUID()}, '', 'chat' where ${succeeds}::boolean
    returning id`;

  test("is stored together with its claim, as `openTurn` stores it", async () => {
    const firstTurn = prepareFirstTurn(bed.platform, actor, createTurn("together"));
    expect(firstTurn?.getOpened()).toBeNull();
    expect(await firstTurn?.insertWith(createClaim(true))).toBe(true);
    const openedTurn = await openTurn(bed.platform, actor, createTurn("separate"));
    expect(firstTurn?.getOpened()).toEqual({ ...openedTurn, isUntitled: true });
    const { id: _, ...conversation } = await loadConversation("together");
    const { id: _otherId, ...expected } = await loadConversation("separate");
    expect(conversation).toEqual(expected);
    expect(conversation.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["q1", null],
      ["q2", "q1"],
      ["a1", "q2"],
    ]);
  });

  test("is not stored if its claim fails, or if the conversation exists", async () => {
    const refusedTurn = prepareFirstTurn(bed.platform, actor, createTurn("refused"));
    expect(await refusedTurn?.insertWith(createClaim(false))).toBe(false);
    expect(refusedTurn?.getOpened()).toBeNull();
    await expect(loadConversation("refused")).rejects.toMatchObject({ code: "notFound" });

    await openTurn(bed.platform, actor, {
      ...createTurn("existing"),
      messages: [{ id: "old", role: "user", content: "" }],
    });
    const lateTurn = prepareFirstTurn(bed.platform, actor, createTurn("existing"));
    expect(await lateTurn?.insertWith(createClaim(true))).toBe(true);
    expect(lateTurn?.getOpened()).toBeNull();
    expect((await loadConversation("existing")).messages.map(({ id }) => id)).toEqual(["old", "a1"]);
  });

  test("is left to `openTurn` if it has a parent, is invalid or is large", () => {
    const turn = createTurn("other");
    const variants = [
      { ...turn, parentId: "q0" },
      { ...turn, messages: [] },
      { ...turn, replyId: "q1" },
      { ...turn, messages: [{ id: "q1", role: "user" as const, content: "x".repeat(600_000) }] },
      { ...turn, messages: [{ id: "q1", role: "user" as const, content: "", data: { note: "x".repeat(1_100_000) } }] },
    ];
    for (const variant of variants) expect(prepareFirstTurn(bed.platform, actor, variant)).toBeNull();
  });
});
