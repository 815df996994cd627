import { randomUUID } from "node:crypto";
import {
  appendMessages,
  type ChatMessage,
  type ChatRequestInput,
  createConversation,
  defaultUserSettings,
  type KeyScope,
  type Message,
  openConversation,
  parseAnswerFocus,
  saveUserSettings,
} from "@lectern/contract";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Run, RunStep } from "../../core/context.ts";
import { defineModule } from "../../core/serverModule.ts";
import { createActorToken } from "../../testing/createActorToken.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { insertTestAssistant } from "../assistants/testing/insertTestAssistant.ts";

const long = "Cranes fly over the harbour in long lines each autumn. ".repeat(25);
const small = "scripted-small";
const clock = createManualClock(new Date("2026-11-30T09:41:00.000Z"));
const leftOutIds: (string | undefined)[][] = [];
/** Sees the messages that are not sent as the documents do. */
const observer: RunStep = {
  name: "observer",
  begin: (_run: Run) => ({
    async attach({ leftOut }) {
      leftOutIds.push(leftOut.map(({ id }) => id));
      return undefined;
    },
  }),
};
const logLines: string[] = [];
let server: ChatServer;
let ann: TestPerson;
let count = 0;

beforeAll(async () => {
  const log = pino({ level: "debug" }, { write: (line: string) => logLines.push(line) });
  server = await startChatServer({ clock, log, modules: [defineModule({ name: "observer", runSteps: [observer] })] });
});
afterAll(() => server.close());
beforeEach(async () => {
  overrideFeature("focusedMessages", { isFinished: true });
  count += 1;
  ann = await server.signIn(`ann${count}@example.org`);
});
afterEach(async () => {
  await server.settled();
  server.models.reset();
  leftOutIds.length = 0;
  logLines.length = 0;
});

/** Exchanges that are long enough to be judged. */
function createExchanges(exchangeCount = 5): ChatMessage[] {
  return Array.from({ length: exchangeCount }, (_, index): ChatMessage[] => [
    { id: `q${index + 1}`, role: "user", content: `q${index + 1} ${long}` },
    { id: `a${index + 1}`, role: "assistant", content: `a${index + 1} ${long}` },
  ]).flat();
}

type Options = NonNullable<ChatRequestInput["options"]>;

async function ask(
  content: string,
  {
    history = createExchanges(),
    id = `q${history.length / 2 + 1}`,
    topicData,
    options = {},
  }: { history?: ChatMessage[]; id?: string; topicData?: ChatMessage["topicData"]; options?: Options } = {},
) {
  const body = {
    model: server.modelId,
    messages: [...history, { id, role: "user", content, ...(topicData && { topicData }) }],
    options: { requestId: randomUUID(), focusMessages: true, ...options },
  };
  const reply = await readStream(await server.post(body, { person: ann }));
  await server.settled();
  return { ...reply, focus: parseAnswerFocus(reply.answer.state) };
}

const judgement = {
  newTopic: true,
  title: "Tides",
  pastTitle: "Cranes",
  pastDescription: "How they fly.",
  neededTopics: [],
};
const script = (more: object = {}) =>
  server.models.script({ answer: JSON.stringify({ ...judgement, ...more }) }, small);
/** The beginnings of the messages that the answering model got. */
const listSent = () =>
  (server.models.chats("scripted-large").at(-1)?.body?.messages ?? [])
    .slice(1)
    .map(({ content }) => String(content).split(" ")[0]);
const listJudgements = () =>
  server.models.chats(small).filter(({ body }) => String(body?.messages?.[0]?.content).startsWith("You divide"));
const all = ["q1", "a1", "q2", "a2", "q3", "a3", "q4", "a4", "q5", "a5", "And"];
const latest = all.slice(6);

describe("an answer", () => {
  test("gets the messages that matter: the latest ones, and those of needed topics", async () => {
    script();
    const { answer, focus } = await ask("And tides?");
    expect(listSent()).toEqual(latest);
    expect(leftOutIds).toEqual([["q1", "a1", "q2", "a2", "q3", "a3"]]);
    expect(focus).toEqual({
      leftOut: [{ title: "Cranes", firstId: "q1", lastId: "a3", count: 6 }],
      newTopic: { title: "Tides", past: { range: "0-9", topic: "Cranes", description: "How they fly." } },
    });
    // Nothing that a model has written about the messages is sent.
    expect(JSON.stringify(server.models.chats("scripted-large").at(-1)?.body)).not.toMatch(
      /Tides"|Cranes"|How they fly/,
    );
    expect(answer.end).toMatchObject({ end: "done" });
  });

  test("gets the topics that an earlier judgement has stored, if it needs them", async () => {
    const history = createExchanges(6);
    const boundaries = new Map<string, ChatMessage["topicData"]>([
      ["a2", { pastTopic: { range: "0-3", topic: "Rain", description: "How often." } }],
      ["q3", { currentTopic: "Cranes" }],
    ]);
    const marked = history.map((message) => {
      const topicData = boundaries.get(message.id ?? "");
      return topicData ? { ...message, topicData } : message;
    });
    script({ neededTopics: [1] });
    const { focus } = await ask("And rain?", { history: marked });
    expect(listSent()).toEqual(["q1", "a1", "q2", "a2", "q5", "a5", "q6", "a6", "And"]);
    expect(focus?.leftOut).toEqual([{ title: "Cranes", firstId: "q3", lastId: "a4", count: 4 }]);
    const material = String(listJudgements().at(-1)?.prompt);
    expect(JSON.parse(material)).toMatchObject({
      topics: [{ number: 1, title: "Rain", description: "How often." }],
      current: { number: 2, title: "Cranes" },
      latest: "And rain?",
    });
  });

  test("[C9.04b] is judged with temperature 0.8 and at most 2000 tokens", async () => {
    script();
    await ask("And tides?");
    const { temperature, max_tokens, max_completion_tokens } = listJudgements()[0]?.body ?? {};
    expect([temperature, max_tokens ?? max_completion_tokens]).toEqual([0.8, 2_000]);
  });

  test("is charged for the judgement like for other calls", async () => {
    script();
    await ask("And tides?");
    const rows = await server.platform.db
      .selectFrom("usage")
      .select(["purpose", "outcome", "conversation_id"])
      .where("user_id", "=", ann.actor.principal.id)
      .orderBy("opened_at")
      .execute();
    expect(rows.map(({ purpose }) => purpose).sort()).toEqual(["chat", "topic"]);
    expect(rows.every(({ conversation_id }) => conversation_id === null)).toBe(true);
  });

  test("that continues gets what its first part got, without another judgement", async () => {
    script();
    const state = { focus: { leftOut: [{ title: "Cranes", firstId: "q1", lastId: "a2", count: 4 }] } };
    const partialAnswer = { requestId: randomUUID(), content: "Tides rise", data: { state } };
    const { focus } = await ask("And tides?", { options: { partialAnswer } });
    expect(listSent().slice(0, 7)).toEqual(["q3", "a3", "q4", "a4", "q5", "a5", "And"]);
    expect(focus).toEqual(state.focus);
    expect(listJudgements()).toEqual([]);
    await ask("And tides?", { options: { partialAnswer: { ...partialAnswer, data: {} } } });
    expect(listSent()).toEqual(expect.arrayContaining(all));
    expect(listJudgements()).toEqual([]);
  });
});

describe("the whole history is sent", () => {
  const saveOptions = (changes: Partial<typeof defaultUserSettings.featureOptions>) => {
    const featureOptions = { ...defaultUserSettings.featureOptions, ...changes };
    return ann.proxy(saveUserSettings, { settings: { ...defaultUserSettings, featureOptions } });
  };
  const expectWhole = async (asking: ReturnType<typeof ask>, judgements = 0) => {
    const { focus, answer } = await asking;
    expect(listSent()).toEqual(all);
    expect(focus).toBeNull();
    expect(answer.end).toMatchObject({ end: "done" });
    expect(listJudgements()).toHaveLength(judgements);
  };

  test("if the client does not ask for less, the feature or the person's option is off", async () => {
    await expectWhole(ask("And tides?", { options: { focusMessages: false } }));
    overrideFeature("focusedMessages", { isFinished: false });
    await expectWhole(ask("And tides?"));
    overrideFeature("focusedMessages", { isFinished: true });
    await saveOptions({ includeFocusedMessages: false });
    await expectWhole(ask("And tides?"));
  });

  test("of a short chat, which costs nothing", async () => {
    const { focus } = await ask("And tides?", { history: createExchanges(3) });
    expect([focus, listJudgements()]).toEqual([null, []]);
  });

  test("to programs, which choose themselves what they send", async () => {
    const credential = { kind: "key", id: randomUUID(), scopes: new Set<KeyScope>(["full_access"]) } as const;
    const actor = { ...ann.actor, credential };
    ann = { ...ann, actor, token: await createActorToken(server.platform, actor) };
    await expectWhole(ask("And tides?"));
  });

  test("with an assistant that gives the messages IDs", async () => {
    const { id } = await insertTestAssistant(server.platform, ann.actor.principal.id, {
      ...{ name: "Tutor", instructions: "Hi." },
      data: { messageOptions: { includeMessageIds: true } },
    });
    const { focus } = await ask("And tides?", { options: { assistantId: id } });
    expect([focus, listJudgements()]).toEqual([null, []]);
    expect(listSent()).toHaveLength(all.length);
  });

  test("to an artifact", async () => {
    overrideFeature("artifacts", { isFinished: true });
    await saveOptions({ includeArtifacts: true });
    await ask("And tides?", { options: { artifactsMode: true } });
    expect(listJudgements()).toEqual([]);
    expect(listSent()).toEqual(all);
  });

  test("if the model fails or writes something else", async () => {
    server.models.script({ answer: "No topics." }, small);
    await expectWhole(ask("And tides?"), 1);
    server.models.script({ status: 500 }, small);
    await expectWhole(ask("And tides?"), 2);
    server.models.script({ status: 400, echoesRequest: true }, small);
    server.models.script({ status: 400, echoesRequest: true }, small);
    await ask("And tides?");
    expect(logLines.join("")).toContain("the topics were not judged");
    expect(logLines.join("")).not.toMatch(/Cranes|tides/i);
  });

  test("if the model takes more than two seconds, and the answer does not wait for it", async () => {
    server.models.script({ firstMs: 60_000 }, small);
    await expectWhole(ask("And tides?"), 1);
    await listJudgements()[0]?.aborted;
  });

  test("for ten minutes without a judgement, once three in a row have failed", async () => {
    for (const _ of [1, 2, 3]) {
      server.models.script({ answer: "No topics." }, small);
      await ask("And tides?");
    }
    await expectWhole(ask("And tides?"), 3);
    clock.advance(10 * 60_000 + 1);
    ann = { ...ann, token: await createActorToken(server.platform, ann.actor) }; // The old one has expired.
    script();
    expect((await ask("And tides?")).focus).not.toBeNull();
  });
});

describe("in a cloud conversation", () => {
  const toStored = ({ id = "", ...message }: ChatMessage, index: number, list: ChatMessage[]): Message => {
    const data = message.role === "assistant" ? ({ end: { end: "done" } } as const) : {};
    return { ...message, data, id, parentId: list[index - 1]?.id ?? null };
  };

  async function createConversationWith(history: ChatMessage[]) {
    const conversationId = randomUUID();
    await ann.proxy(createConversation, { conversation: { id: conversationId, name: "Named" } });
    const { status } = await ann.proxy(appendMessages, { conversationId, messages: history.map(toStored) });
    expect(status).toBe(200);
    return conversationId;
  }

  /** `topicData`: what the browser knows about the topic of the question. */
  const askStored = (conversationId: string, replyId: string, topicData?: ChatMessage["topicData"]) =>
    ask("And tides?", {
      ...{ history: [], id: "q6", ...(topicData && { topicData }) },
      options: { conversationId, storage: "cloud", parentId: "a5", replyId },
    });

  async function findMessages(conversationId: string) {
    const { result } = await ann.proxy(openConversation, { conversationId });
    const byId = Object.fromEntries(result.conversation.messages.map((message) => [message.id, message]));
    return { byId, revision: result.conversation.revision };
  }

  const past = { range: "0-9", topic: "Cranes", description: "How they fly." };

  test("[C4.36] the previous topic is stored on the prior message, and the new title on the latest message", async () => {
    const conversationId = await createConversationWith(createExchanges());
    const before = (await findMessages(conversationId)).revision;
    script();
    const { focus } = await askStored(conversationId, "reply");
    expect(listSent()).toEqual(latest);
    const { byId, revision } = await findMessages(conversationId);
    expect(byId.a5?.topicData).toEqual({ pastTopic: past });
    expect(byId.q6?.topicData).toEqual({ currentTopic: "Tides" });
    expect(Object.values(byId).filter(({ topicData }) => topicData)).toHaveLength(2);
    expect(byId.reply?.data.state).toMatchObject({ focus });
    expect(revision).toBeGreaterThan(before);
  });

  test("nothing is stored if the latest message starts no topic, and a title stays if it is answered again", async () => {
    const conversationId = await createConversationWith(createExchanges());
    script({ newTopic: false, neededTopics: [1] });
    await askStored(conversationId, "r1");
    expect(Object.values((await findMessages(conversationId)).byId).filter(({ topicData }) => topicData)).toEqual([]);
    script();
    await askStored(conversationId, "r2");
    script({ title: "Another title", pastTitle: "Another" });
    await askStored(conversationId, "r3", { currentTopic: "Tides" });
    const expectFirstTopic = async () => {
      const { byId } = await findMessages(conversationId);
      expect([byId.a5?.topicData, byId.q6?.topicData]).toEqual([{ pastTopic: past }, { currentTopic: "Tides" }]);
    };
    await expectFirstTopic();
    // A tab that does not know the title.
    script({ title: "Another title", pastTitle: "Another" });
    const { focus } = await askStored(conversationId, "r4");
    expect(focus?.newTopic?.title).toBe("Another title");
    await expectFirstTopic();
  });

  test("the judgement is charged with the conversation, and nothing of it is logged", async () => {
    const conversationId = await createConversationWith(createExchanges());
    script();
    await askStored(conversationId, "reply");
    const row = await server.platform.db
      .selectFrom("usage")
      .select("conversation_id")
      .where("purpose", "=", "topic")
      .where("user_id", "=", ann.actor.principal.id)
      .executeTakeFirst();
    expect(row?.conversation_id).toBe(conversationId);
    expect(logLines.join("")).not.toMatch(/Tides|Cranes|How they fly/);
  });
});
