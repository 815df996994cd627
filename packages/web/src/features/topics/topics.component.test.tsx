import { type AnswerFocus, getFeatureFlags, type Message } from "@lectern/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openLocalConversations } from "../../entities/conversations/store/localConversations.ts";
import { lastAnswer, sendMessage, waitForAnswerEnd } from "../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { type StubbedChat, stubChat } from "../../testing/stubChat.ts";
import { getPerson, stubOp } from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";

const past = { range: "0-3", topic: "Cranes", description: "How they fly." };
const texts = ["Cranes?", "They fly.", "Far?", "Yes.", "Tides?", "They rise."];
const focus: AnswerFocus = {
  leftOut: [
    { title: "Cranes", firstId: "m-0", lastId: "m-1", count: 2 },
    { title: null, firstId: "m-2", lastId: "m-2", count: 1 },
  ],
  newTopic: { title: "Tides", past },
};

const toggle = () => lastAnswer().getByRole("button", { name: "Answered without 3 earlier messages", exact: true });
const panel = () => lastAnswer().getByRole("region", { name: "Left out as other topics" });
const askAgain = () => panel().getByRole("button", { name: "Ask again with all messages" });
const topicsButton = () => page.getByRole("button", { name: "Topics", exact: true });

/** Answers without some of the earlier messages, where the client lets the server do that. */
const stubFocusedAnswers = (): StubbedChat =>
  stubChat((answer) => {
    if (answer.request.options?.focusMessages) answer.send({ s: "meta", state: { focus } });
    answer.write("They rise.");
    answer.end();
  });

async function openChat(messages: Message[] = createBranch(texts)): Promise<void> {
  await storeLocalConversations(createConversation({ messages }));
  await renderApp("#c=stored");
}

async function readMessages(): Promise<Message[]> {
  const local = await openLocalConversations(getPerson().id);
  return (await local.get("stored"))?.messages ?? [];
}

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ focusedMessages: true }));
});

describe("an answer without earlier messages", () => {
  test("says how many, lists their topics, and leads to them", async () => {
    stubFocusedAnswers();
    await openChat();
    await sendMessage("And at night?");
    await toggle().click();
    const items = panel().getByRole("listitem").elements();
    expect(items.map(({ textContent }) => textContent)).toEqual(["Cranes2 messages", "Earlier messages1 message"]);
    await panel().getByRole("button", { name: "Cranes", exact: true }).click();
    await expect.poll(() => location.hash).toBe("#c=stored&m=m-0");
  });

  test("is written again with all messages as another version, with one click", async () => {
    const { answers } = stubFocusedAnswers();
    await openChat();
    await sendMessage("And at night?");
    await toggle().click();
    await askAgain().click();
    await expect.poll(() => answers.length).toBe(2);
    await waitForAnswerEnd();
    expect(answers.map(({ request }) => request.options?.focusMessages)).toEqual([true, undefined]);
    await expect.element(lastAnswer().getByText("2 of 2", { exact: true })).toBeInTheDocument();
    await expect.element(toggle()).not.toBeInTheDocument();
  });

  test("cannot be asked for again while another answer is written, and says why", async () => {
    const answer = { role: "assistant" as const, id: "m-5", parentId: "m-4", content: "They rise." };
    const data = { end: { end: "done" as const }, state: { focus } };
    const { answers } = stubChat();
    await openChat([...createBranch(texts.slice(0, 5)), { ...answer, data }]);
    await toggle().click();
    const button = askAgain();
    const element = button.element();
    await sendMessage("And at night?");
    await expect.poll(() => answers.length).toBe(1);
    await expect.poll(() => element.getAttribute("aria-disabled")).toBe("true");
    expect(element.getAttribute("aria-description")).not.toBeNull();
    answers[0]?.end();
  });
});

test("[C4.36] the topics of a local conversation are stored with its messages, and go along with the next question", async () => {
  const { answers } = stubFocusedAnswers();
  await openChat();
  await sendMessage("And at night?");
  await waitForAnswerEnd();
  await expect.poll(async () => (await readMessages()).at(-2)?.topicData).toEqual({ currentTopic: "Tides" });
  expect((await readMessages())[5]?.topicData).toEqual({ pastTopic: past });
  await sendMessage("And in the morning?");
  await expect.poll(() => answers.length).toBe(2);
  const sent = answers[1]?.request.messages.filter(({ topicData }) => topicData);
  expect(sent?.map(({ content, topicData }) => [content, topicData])).toEqual([
    ["They rise.", { pastTopic: past }],
    ["And at night?", { currentTopic: "Tides" }],
  ]);
});

describe("the topics in the header", () => {
  const createTopics = () =>
    createBranch(texts).map((message) => {
      if (message.id === "m-3") return { ...message, topicData: { pastTopic: past } };
      return message.id === "m-4" ? { ...message, topicData: { currentTopic: "Tides" } } : message;
    });

  test("lead to the beginning of each, with the keyboard", async () => {
    await openChat(createTopics());
    await topicsButton().click();
    const items = page.getByRole("menuitem");
    await expect.element(items.first()).toHaveFocus();
    expect(items.elements().map(({ textContent }) => textContent)).toEqual(["CranesHow they fly.", "Tides"]);
    await items.nth(1).click();
    await expect.poll(() => location.hash).toBe("#c=stored&m=m-4");
    await expect.element(items.first()).not.toBeInTheDocument();
  });

  test("are not there without a second topic or without the feature", async () => {
    await openChat();
    await expect.element(lastAnswer()).toBeVisible();
    expect(topicsButton().elements()).toEqual([]);
  });
});

test("nothing is left out if the person does not want it", async () => {
  stubSettings({
    featureOptions: {
      ...{ includeArtifacts: false, includeFocusedMessages: false, includePluginSelector: true },
      ...{ includeHighlighter: false, includeMemory: false },
    },
  });
  const { answers } = stubFocusedAnswers();
  await openChat();
  await sendMessage("And at night?");
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]?.request.options?.focusMessages).toBeUndefined();
});
