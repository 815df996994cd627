import { randomUUID } from "node:crypto";
import {
  appendMessages,
  type ChatRequestInput,
  createConversation,
  findSummary,
  getBranch,
  type Message,
  type MessageSummary,
  openConversation,
  parseAnswerFocus,
  parseContextUse,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { summariesStep } from "./summariesStep.ts";

// A chat whose messages do not fit, and of which a model leaves topics out (decision 73) before the rest is fitted.

const small = "scripted-small";
let server: ChatServer;
let ann: TestPerson;
let count = 0;

beforeAll(async () => {
  server = await startChatServer();
  for (const [upstreamId, limits] of [
    ["scripted-large", { input_context_window: 16_000, output_token_limit: 4_000 }],
    [small, { input_context_window: 128_000 }],
  ] as const)
    await server.platform.db.updateTable("models").set(limits).where("upstream_id", "=", upstreamId).execute();
});
afterAll(() => server.close());
beforeEach(async () => {
  overrideFeature("focusedMessages", { isFinished: true });
  count += 1;
  ann = await server.signIn(`focus${count}@example.org`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.settled();
  server.models.reset();
});

/** Two topics of 60 and 140 messages with about 110 tokens each. The second one alone is longer than the window. */
const firstOfSecond = 60;
const messageCount = 200;
const createTurns = (): Message[] =>
  Array.from({ length: messageCount }, (_, index) => ({
    id: `m${index}`,
    parentId: index === 0 ? null : `m${index - 1}`,
    role: index % 2 === 0 ? "user" : "assistant",
    content: `#${index} ${"the river turns where old stones keep its bed ".repeat(11)}`,
    data: index % 2 === 0 ? {} : { end: { end: "done" } },
    ...(index === firstOfSecond - 1 && { topicData: { pastTopic: { range: "0-59", topic: "Rain", description: "" } } }),
    ...(index === firstOfSecond && { topicData: { currentTopic: "Rivers" } }),
  }));

async function createChat(): Promise<string> {
  const id = randomUUID();
  const messages = createTurns();
  const { status } = await ann.proxy(createConversation, {
    conversation: { id, name: "Named", messages, headId: messages.at(-1)?.id ?? null },
  });
  expect(status).toBe(200);
  return id;
}

/** Asks a question that needs these topics, counted from 1, and waits for the summary if one is to be written. */
async function ask(conversationId: string, parentId: string, neededTopics: number[]) {
  if (!summariesStep.job) throw new Error("the step has no job");
  const run = vi.spyOn(summariesStep.job, "run");
  const countEnded = () => run.mock.settledResults.filter(({ type }) => type !== "incomplete").length;
  const endedBefore = countEnded();
  const judgement = { newTopic: false, title: "", pastTitle: "", pastDescription: "", neededTopics };
  server.models.script({ answer: JSON.stringify(judgement) }, small);
  const replyId = randomUUID();
  const options: ChatRequestInput["options"] = {
    ...{ requestId: randomUUID(), storage: "cloud", conversationId, parentId, replyId },
    ...{ useSummaries: true, focusMessages: true },
  };
  const { answer } = await readStream(await server.post(server.ask("Go on", { options }), { person: ann }));
  await server.settled();
  const context = parseContextUse(answer.state);
  if (context?.summarizeUpTo != null) await expect.poll(countEnded, { timeout: 20_000 }).toBe(endedBefore + 1);
  return { answer, replyId, context, focus: parseAnswerFocus(answer.state) };
}

async function readBranch(conversationId: string) {
  const { result } = await ann.proxy(openConversation, { conversationId });
  return getBranch(result.conversation.messages, result.conversation.headId);
}

/** Returns the summary that the person is shown, with its message. */
async function readShown(conversationId: string) {
  const branch = await readBranch(conversationId);
  const found = findSummary(branch, true);
  const message = found && branch[found.index];
  if (!message) throw new Error("there is no summary");
  return { ...found, message };
}

async function change(conversationId: string, changes: Partial<MessageSummary>): Promise<MessageSummary> {
  const { message, summary: before } = await readShown(conversationId);
  const summary = { ...before, ...changes };
  await ann.proxy(appendMessages, { conversationId, messages: [{ ...message, data: { ...message.data, summary } }] });
  return summary;
}

const getSentText = () => JSON.stringify(server.models.chats("scripted-large").at(-1)?.body?.messages ?? []);
const listNumbers = (text: string) => [...text.matchAll(/#(\d+) /g)].map(([, number]) => Number(number));
const listSummaryPrompts = () =>
  server.models.chats(small).flatMap(({ prompt }) => (prompt.startsWith('{"summary":') ? [prompt] : []));

test("what a question leaves out is in no summary, and the same choice gets the summary without a gap", async () => {
  const id = await createChat();
  const first = await ask(id, "m199", [2]);
  expect(first.focus?.leftOut).toMatchObject([{ title: "Rain", firstId: "m0", lastId: "m59" }]);
  const { index, summary } = await readShown(id);
  expect(summary.excludedIds).toEqual(Array.from({ length: firstOfSecond }, (_, number) => `m${number}`));
  // The end of the text that the scripted summary quotes is that of its last message.
  const read = listSummaryPrompts().flatMap((prompt) =>
    JSON.parse(prompt).messages.map(({ text }: Message["data"]) => text),
  );
  expect(Math.min(...listNumbers(read.join(" ")))).toBe(firstOfSecond);

  const second = await ask(id, first.replyId, [2]);
  expect(getSentText()).toContain("<earlier_messages>\\nScripted summary of");
  expect(second.context?.summaryId).toBe(`m${index}`);
  const sent = listNumbers(getSentText().replace(/<earlier_messages>.*<\/earlier_messages>/, ""));
  expect(sent).toEqual(Array.from({ length: messageCount - index - 1 }, (_, number) => index + 1 + number));
});

test("another choice of topics does not get the summary, which would lack what it needs, but one of its own", async () => {
  const id = await createChat();
  const first = await ask(id, "m199", [2]);
  const before = (await readShown(id)).summary;
  const second = await ask(id, first.replyId, [1, 2]);
  expect(second.focus).toBeNull();
  expect(getSentText()).not.toContain("<earlier_messages>");
  expect(second.answer.statuses).toMatchObject([{ summary: "Earlier messages left out" }]);
  const { summary } = await readShown(id);
  expect(summary.excludedIds).toBeUndefined();
  expect(summary.digest).not.toBe(before.digest);
  await ask(id, second.replyId, [1, 2]);
  expect(getSentText()).toContain("<earlier_messages>");
});

test("a summary that the person has edited is not replaced by that of another choice", async () => {
  const id = await createChat();
  const { replyId } = await ask(id, "m199", [2]);
  const edited = await change(id, { text: "Ann wrote this.", isEdited: true });
  await ask(id, replyId, [1, 2]);
  const summaries = (await readBranch(id)).flatMap(({ data }) => (data.summary === undefined ? [] : [data.summary]));
  expect(summaries).toContainEqual(edited);
});

test("a summary that the person has turned off is off for every choice: none is sent, and none is written", async () => {
  const id = await createChat();
  const { replyId } = await ask(id, "m199", [2]);
  const off = await change(id, { isOff: true });
  const calls = listSummaryPrompts().length;
  const { answer, context } = await ask(id, replyId, [1, 2]);
  expect(answer.end).toMatchObject({ end: "done" });
  expect(context?.summarizeUpTo).toBeNull();
  expect(getSentText()).not.toContain("<earlier_messages>");
  expect(listSummaryPrompts()).toHaveLength(calls);
  expect((await readShown(id)).summary).toEqual(off);
});
