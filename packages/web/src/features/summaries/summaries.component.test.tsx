import {
  appendMessages,
  type ContextUse,
  type Conversation,
  digestMessages,
  getAvailableModels,
  parseMessageSummary,
  summarizeMessages,
} from "@lectern/contract";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openLocalConversations } from "../../entities/conversations/store/localConversations.ts";
import { alertWithText, lastAnswer, sendMessage } from "../../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../../testing/conversations.ts";
import { createModel, createModels } from "../../testing/defaultAnswers.ts";
import { reloadApp } from "../../testing/reloadApp.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { stubChat } from "../../testing/stubChat.ts";
import { failOp, getPerson, listInputs, stubOp } from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";
import { useSummaryEdits } from "./summary/summaryEdits.ts";

afterEach(() => useSummaryEdits.setState({ edits: {} }));

const use: ContextUse = {
  ...{ instructions: 400, memory: 0, tools: 0, documents: 1_200, messages: 2_400, summary: 0, laterMessages: 2_400 },
  ...{ summaryId: null, isEstimate: true, summarizeUpTo: null, excludedIds: [] },
};
const texts = ["One", "First", "Two", "Second", "Three", "Third"];

/** A branch whose last answer says how full the window is, and whose message `m-1` has a summary. */
function createLongBranch(context: Partial<ContextUse> = {}, summary: object | null = { text: "They met." }) {
  const messages = createBranch(texts);
  const digest = digestMessages(messages.slice(0, 2));
  return messages.map((message, index) => {
    if (index === 1 && summary) return { ...message, data: { ...message.data, summary: { digest, ...summary } } };
    if (index < messages.length - 1) return message;
    return { ...message, data: { ...message.data, state: { context: { ...use, ...context } } } };
  });
}

async function openLocal(fields: Partial<Conversation>, window = 8_000) {
  stubOp(getAvailableModels, createModels([createModel({ inputContextWindow: window, outputTokenLimit: 2_000 })]));
  await storeLocalConversations(createConversation(fields));
  await renderApp("#c=stored");
}

const readStored = async () => (await openLocalConversations(getPerson().id)).get("stored");
const readSummary = async () => parseMessageSummary((await readStored())?.messages[1]?.data);
const gauge = () => page.getByRole("button", { name: /of the model’s window is used$/ });
const line = () => page.getByRole("button", { name: /^Earlier messages are summarized$/ });
const panel = () => page.getByRole("region", { name: "Summary of earlier messages" });

test("the gauge shows from half on how full the window is, and opens its parts; a model with a larger window hides it", async () => {
  await openLocal({ messages: createLongBranch() });
  await expect.element(gauge()).toHaveAccessibleName("57% of the model’s window is used");
  await gauge().click();
  const dialog = page.getByRole("dialog", { name: "The model’s window" });
  await expect.element(dialog.getByRole("row", { name: "Documents and images 1,200" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Messages 2,400" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Left for the answer 1,000" })).toBeVisible();
  await expect.element(dialog.getByText(/^In tokens, estimated\..* reads 8,000, with the answer\.$/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(gauge()).toHaveFocus();
});

test("while little is used, only the settings of the chat say how full the window is", async () => {
  await openLocal({ messages: createLongBranch() }, 80_000);
  await expect.element(line()).toBeVisible();
  expect(gauge().elements()).toEqual([]);
  await page.getByRole("button", { name: /^Chat settings/ }).click();
  const section = page.getByRole("region", { name: "The model’s window" });
  await expect.element(section.getByText(/^5% of the space for your next question is used$/)).toBeVisible();
  await page.getByRole("switch", { name: "Summarize earlier messages" }).click();
  await expect.poll(async () => (await readStored())?.skipSummaries).toBe(true);
});

test("a line shows where the summary ends; it is edited, switched off and deleted, and each is undone", async () => {
  await openLocal({ messages: createLongBranch() });
  await line().click();
  await expect.element(panel().getByText("They met.")).toBeVisible();
  await panel().getByRole("button", { name: "Edit" }).click();
  const field = panel().getByRole("textbox", { name: "Summary of earlier messages" });
  await expect.element(field).toHaveFocus();
  await field.fill("They met in Bonn.");
  await panel().getByRole("button", { name: "Save" }).click();
  await expect.element(panel().getByText("They met in Bonn.")).toBeVisible();
  await expect.element(panel().getByRole("button", { name: "Edit" })).toHaveFocus();
  expect(await readSummary()).toMatchObject({ text: "They met in Bonn.", isEdited: true });

  await panel().getByRole("button", { name: "Send the messages instead" }).click();
  await expect.element(page.getByRole("button", { name: "The summary of earlier messages is off" })).toBeVisible();
  expect((await readSummary())?.isOff).toBe(true);
  await panel().getByRole("button", { name: "Use the summary" }).click();
  await expect.element(line()).toBeVisible();

  await panel().getByRole("button", { name: "Delete" }).click();
  await expect.element(line()).not.toBeInTheDocument();
  expect(await readSummary()).toBeNull();
  const notice = page.getByRole("status").filter({ hasText: "The summary was deleted." });
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.element(line()).toBeVisible();
  // Only the deletion is undone.
  await expect.element(notice).not.toBeInTheDocument();
  await line().click();
  await expect.element(panel().getByText("They met in Bonn.")).toBeVisible();
  expect(await readSummary()).toMatchObject({ text: "They met in Bonn.", isEdited: true, isOff: false });
});

test("a summary that no longer applies, or is of another branch, is not shown", async () => {
  const messages = createLongBranch();
  await openLocal({ messages: messages.with(0, { ...createBranch(texts)[0], content: "Changed" } as never) });
  await expect.element(lastAnswer()).toBeVisible();
  expect(line().elements()).toEqual([]);
});

test("in the cloud, an edit that fails leaves the text in its field", async () => {
  stubOp(getAvailableModels, createModels([createModel({ inputContextWindow: 8_000 })]));
  stubCloudConversations(createConversation({ id: "cloud", messages: createLongBranch() }));
  failOp(appendMessages, "The server is busy.");
  await renderApp("#c=cloud");
  await line().click();
  await panel().getByRole("button", { name: "Edit" }).click();
  await panel().getByRole("textbox").fill("Mine.");
  await panel().getByRole("button", { name: "Save" }).click();
  await expect.element(alertWithText("The server is busy.")).toBeVisible();
  await expect.element(panel().getByRole("textbox")).toHaveValue("Mine.");
});

test("an answer says that it had a summary, and shows it as it is now", async () => {
  await openLocal({ messages: createLongBranch({ summaryId: "m-1" }) });
  await lastAnswer().getByRole("button", { name: "Summary used" }).click();
  await expect.element(lastAnswer().getByRole("region").getByText("They met.")).toBeVisible();
});

test("the earlier messages of a chat in this browser are summarized after the answer that says so, and sent with it", async () => {
  stubOp(summarizeMessages, { text: "All about one and two.", count: 4 });
  const chat = stubChat((answer) => {
    answer.write("Fourth");
    answer.send({ s: "meta", state: { context: { ...use, summarizeUpTo: "m-3" } } });
    answer.end();
  });
  await openLocal({ messages: createLongBranch({}, null) });
  await sendMessage("Four");
  await expect.element(line()).toBeVisible();
  expect(listInputs(summarizeMessages)).toEqual([
    {
      previous: null,
      messages: [
        { role: "user", content: "One" },
        { role: "assistant", content: "First" },
        { role: "user", content: "Two" },
        { role: "assistant", content: "Second" },
      ],
    },
  ]);
  await sendMessage("Five");
  await expect.poll(() => chat.answers.length).toBe(2);
  expect(chat.answers[0]?.request.options?.useSummaries).toBe(true);
  expect(chat.answers[1]?.request.messages[3]?.data).toMatchObject({ summary: { text: "All about one and two." } });
});

test("a person who has turned that off sends no wish for summaries", async () => {
  stubSettings({ summarizesLongChats: false });
  const chat = stubChat((answer) => {
    answer.write("Fourth");
    answer.end();
  });
  await openLocal({ messages: createLongBranch() });
  await sendMessage("Four");
  await expect.poll(() => chat.answers.length).toBe(1);
  expect(chat.answers[0]?.request.options?.useSummaries).toBeUndefined();
});

test("the window says that the earlier messages will be summarized, or why they could not be", async () => {
  const failure = "The model’s server took too long to answer.";
  await openLocal({ messages: createLongBranch({ summarizeUpTo: "m-3", summaryFailure: failure }, null) });
  const failedGauge = page.getByRole("button", { name: /is used, and earlier messages couldn’t be summarized$/ });
  await failedGauge.click();
  const dialog = page.getByRole("dialog", { name: "The model’s window" });
  const sentence = `The earlier messages of this chat couldn’t be summarized. ${failure} The next answer tries again.`;
  await expect.element(dialog.getByText(sentence)).toBeVisible();

  await storeLocalConversations(
    createConversation({ id: "pending", messages: createLongBranch({ summarizeUpTo: "m-3" }, null) }),
    createConversation({ id: "done", messages: createLongBranch({ summarizeUpTo: "m-1" }) }),
  );
  await reloadApp("#c=pending");
  await gauge().click();
  await expect.element(dialog.getByText("The earlier messages of this chat will be summarized.")).toBeVisible();
  await reloadApp("#c=done");
  await gauge().click();
  await expect.element(dialog).toBeVisible();
  expect(dialog.getByText(/will be summarized/).elements()).toEqual([]);
});

test("the window does not count a summary that the person has turned off since", async () => {
  const cut = { messages: 9_000, summary: 300, laterMessages: 900 };
  await openLocal({ messages: createLongBranch(cut, { text: "They met.", isOff: true }) });
  await gauge().click();
  const dialog = page.getByRole("dialog", { name: "The model’s window" });
  await expect.element(dialog.getByText(/so its earlier messages aren’t sent\.$/)).toBeVisible();
  expect(dialog.getByRole("row", { name: /^Summary/ }).elements()).toEqual([]);
});

test("an answer shows the summary that it had, also if another one is used now", async () => {
  const messages = createLongBranch({ summaryId: "m-1" });
  const digest = digestMessages(messages.slice(0, 4));
  const newer = { ...messages[3], data: { summary: { text: "They met and left.", digest, isEdited: true } } };
  await openLocal({ messages: messages.with(3, newer as never) });
  await lastAnswer().getByRole("button", { name: "Summary used" }).click();
  const used = lastAnswer().getByRole("region");
  await expect.element(used.getByText("They met.", { exact: true })).toBeVisible();
  await expect.element(used.getByText("Another summary is used now.")).toBeVisible();
  expect(used.getByRole("button").elements()).toEqual([]);
  await line().click();
  await expect.element(page.getByText(/messages above\. Its text has been edited\.$/)).toBeVisible();
});

test("an answer whose summary is replaced by one that is turned off says that none is used", async () => {
  const messages = createLongBranch({ summaryId: "m-1" });
  const digest = digestMessages(messages.slice(0, 4));
  const newer = { ...messages[3], data: { summary: { text: "They met and left.", digest, isOff: true } } };
  await openLocal({ messages: messages.with(3, newer as never) });
  await lastAnswer().getByRole("button", { name: "Summary used" }).click();
  await expect.element(lastAnswer().getByRole("region").getByText("No summary is used now.")).toBeVisible();
});

test("what the person types into a summary stays, although a newer one takes its place meanwhile", async () => {
  stubOp(summarizeMessages, { text: "All about one and two.", count: 2 });
  stubChat((answer) => {
    answer.write("Fourth");
    answer.send({ s: "meta", state: { context: { ...use, summarizeUpTo: "m-3" } } });
    answer.end();
  });
  await openLocal({ messages: createLongBranch() });
  await line().click();
  await panel().getByRole("button", { name: "Edit" }).click();
  await panel().getByRole("textbox").fill("Mine.");
  await sendMessage("Four");
  await expect.poll(async () => parseMessageSummary((await readStored())?.messages[3]?.data)).not.toBeNull();
  await expect.element(panel().getByText("Another summary is used now.")).toBeVisible();
  await expect.element(panel().getByRole("textbox")).toHaveValue("Mine.");
  await expect.element(panel().getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  await panel().getByRole("button", { name: "Cancel" }).click();
  await expect.element(panel()).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);
});
