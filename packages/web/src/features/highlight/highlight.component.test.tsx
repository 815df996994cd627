import { appendMessages, defaultUserSettings, getFeatureFlags, type Message } from "@lectern/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openLocalConversations } from "../../entities/conversations/store/localConversations.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { alerts, alertWithText, lastAnswer, questions } from "../../testing/chatPage.ts";
import { openStoredChat, waitForRequest } from "../../testing/chatSteps.ts";
import { createBranch, createConversation, stubCloudConversations } from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, eventually } from "../../testing/screen.ts";
import { type StubbedAnswer, stubChat } from "../../testing/stubChat.ts";
import { emitBrowserEvent, failOp, getPerson, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";
import { closeHighlight, useHighlightStore } from "./highlightStore.ts";

const text = "The **river** Exe.\n\n| A | B |\n| --- | --- |\n| sea | sea |\n\n- one\n- two";
const messages = createBranch(["Where?", text]);
const popover = () => page.getByRole("toolbar", { name: "Selected text" });
const mode = (name: string) => popover().getByRole("button", { name, exact: true });
const view = () => page.getByRole("region", { name: "Highlighted answer" });
const field = () => view().getByRole("textbox");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const send = () => view().getByRole("button", { name: "Send", exact: true });
const markers = () => view().getByRole("button", { name: "Insert here" });

function turnOn(isOn = { flag: true, option: true }): void {
  useHighlightStore.setState({ requests: {}, pendingReplies: {} });
  closeHighlight();
  const featureOptions = { ...defaultUserSettings.featureOptions, includeHighlighter: isOn.option };
  stubOpFlags(isOn.flag);
  stubSettings({ featureOptions });
}

function stubOpFlags(highlighter: boolean): void {
  stubOp(getFeatureFlags, createFlags({ highlighter }));
}

/** Selects the last text on the page of the answer that equals `part`, or all of the element. */
function selectText(part: string, selector = "*"): void {
  const element = [...lastAnswer().element().querySelectorAll(selector)].findLast(
    (each) => each.childElementCount === 0 && each.textContent === part,
  );
  if (!element?.firstChild) throw new Error("the text is not shown");
  getSelection()?.setBaseAndExtent(element.firstChild, 0, element.firstChild, part.length);
}

async function openAnswer(shown: readonly Message[]): Promise<void> {
  await openStoredChat(shown);
  await eventually(() => document.querySelector("[data-highlightable]")).not.toBeNull();
}

async function choose(part: string, name: string): Promise<void> {
  selectText(part);
  await expect.element(popover()).toBeVisible();
  await mode(name).click();
  await expect.element(view()).toBeVisible();
}

async function readStored(): Promise<{ content: string; data: object } | undefined> {
  const local = await openLocalConversations(getPerson().id);
  return (await local.get("stored"))?.messages.at(-1);
}

const readMaterial = ({ request }: StubbedAnswer) => JSON.parse(request.messages.at(-1)?.content ?? "");

beforeEach(() => turnOn());

test("[C4.31] [C2.24] a selection shows the modes; the part is rewritten as it streams, and reverted", async () => {
  const chat = stubChat();
  await openAnswer(messages);
  expect(popover().query()).toBeNull();
  selectText("sea", "td");
  await expect.element(popover()).toMatchTextContent(/^PromptFast EditComposite$/);
  await mode("Fast Edit").click();
  await expect.element(view().getByRole("mark")).toHaveTextContent("sea");
  await field().fill("Which sea?");
  await userEvent.keyboard("{Enter}");
  const answer = await waitForRequest(chat, 1);
  expect(answer.request).toMatchObject({ temperature: 0.5, max_tokens: 4_000, options: { storage: "local" } });
  expect(answer.request.options).not.toHaveProperty("conversationId");
  expect(readMaterial(answer)).toMatchObject({ selection: "sea", request: "Which sea?" });
  answer.write("the North");
  await eventually(() => view().getByRole("mark").query()?.textContent).toBe("the North");
  expect((await readStored())?.content).toBe(text);
  answer.write(" Sea");
  answer.end();
  await expect.element(button("Revert Changes")).toBeVisible();
  await button("Return to rendered message content").click();
  await expect.element(lastAnswer().getByRole("cell", { name: "the North Sea" })).toBeVisible();
  expect(view().query()).toBeNull();
  const changed = text.replace("| sea |\n", "| the North Sea |\n");
  expect(await readStored()).toMatchObject({ content: changed, data: { original: text } });
  await button("Revert Changes").click();
  await eventually(async () => (await readStored())?.content).toBe(text);
  await expect.element(button("Revert Changes")).not.toBeInTheDocument();
  await button("Undo").click();
  await expect.element(lastAnswer().getByRole("cell", { name: "the North Sea" })).toBeVisible();
});

test("[C5.40] what cannot be sent says why", async () => {
  await openAnswer(messages);
  await choose("river", "Fast Edit");
  await expect.element(send()).toHaveAttribute("aria-disabled", "true");
  await expect.element(view().getByText("Enter a message to send", { exact: true })).toBeVisible();
  await field().fill(" \n");
  await expect.element(send()).toHaveAttribute("aria-disabled", "true");
  await field().fill("Which?");
  await expect.element(send()).not.toHaveAttribute("aria-disabled");
  expect(markers().elements()).toEqual([]);
  await view().getByText("Composite", { exact: true }).click();
  await expect.element(view().getByText("Activate an insert button", { exact: true })).toBeVisible();
  await expect.element(send()).toHaveAttribute("aria-disabled", "true");
  await markers().first().click();
  await expect.element(send()).not.toHaveAttribute("aria-disabled");
});

test("[C5.40] a selection that has no source is invalid", async () => {
  await openAnswer(createBranch(["Where?", '```json\n{"a": 1}\n```\n\nText']));
  const label = lastAnswer().getByText("JSON", { exact: true }).element();
  getSelection()?.selectAllChildren(label);
  await expect.element(popover().getByText("Invalid Selection", { exact: true })).toBeVisible();
  expect(popover().getByRole("button").query()).toBeNull();
});

test("[C2.37] the modes are Prompt, Fast Edit and Composite, which shows the places where something can be inserted", async () => {
  const chat = stubChat();
  await openAnswer(messages);
  await choose("river", "Composite");
  const names = view()
    .getByRole("radio")
    .elements()
    .map((radio) => radio.parentElement?.textContent);
  expect(names).toEqual(["Prompt", "Fast Edit", "Composite"]);
  // At both ends, and between the three blocks. The other modes have none.
  expect(markers().elements()).toHaveLength(4);
  for (const name of ["Fast Edit", "Prompt"]) {
    await view().getByText(name, { exact: true }).click();
    await expect.element(markers().first()).not.toBeInTheDocument();
  }
  await view().getByText("Composite", { exact: true }).click();
  await field().fill("Add a fact");
  await markers().nth(1).click();
  await expect.element(markers().nth(1)).toHaveAttribute("aria-pressed", "true");
  await send().click();
  const answer = await waitForRequest(chat, 1);
  expect(readMaterial(answer)).toMatchObject({ selection: "river", before: "The **river** Exe.\n\n" });
  answer.write("It is long.");
  answer.end();
  await eventually(async () => (await readStored())?.content).toBe(text.replace("Exe.\n", "Exe.\n\nIt is long.\n"));
  await expect.element(view().getByRole("mark")).toHaveTextContent("river");
  expect(markers().elements()).toHaveLength(5);
});

test("'Prompt' asks about the part in the conversation, with its source", async () => {
  const chat = stubChat();
  await openAnswer(messages);
  await choose("river", "Prompt");
  await field().fill("How long is it?");
  await send().click();
  const answer = await waitForRequest(chat, 1);
  expect(answer.request.messages.at(-1)?.content).toBe(
    "About this part of your answer:\n\n```\nriver\n```\n\nHow long is it?",
  );
  expect(answer.request.options?.conversationId).toBe("stored");
  expect(view().query()).toBeNull();
  expect(questions().elements()).toHaveLength(2);
  // While it is written, the chat cannot be changed, also not by the next test.
  answer.write("Long.");
  answer.end();
  await eventually(async () => (await readStored())?.data).toMatchObject({ end: { end: "done" } });
});

describe("the mode ends", () => {
  test("[C4.32] with a click outside and with a right-click, but not while something is written", async () => {
    const chat = stubChat();
    await openAnswer(messages);
    selectText("river");
    await expect.element(popover()).toBeVisible();
    await lastAnswer().getByText("one").click({ button: "right" });
    await expect.element(popover()).not.toBeInTheDocument();
    selectText("sea", "td");
    await expect.element(popover()).toBeVisible();
    await composer().click();
    await expect.element(popover()).not.toBeInTheDocument();
    await choose("river", "Fast Edit");
    await field().fill("Which?");
    await composer().click();
    await expect.element(view()).not.toBeInTheDocument();
    await choose("river", "Fast Edit");
    // What was written is still there.
    await expect.element(field()).toHaveValue("Which?");
    await view().getByRole("mark").click({ button: "right" });
    await expect.element(view()).not.toBeInTheDocument();
    await choose("river", "Fast Edit");
    await send().click();
    await waitForRequest(chat, 1);
    await composer().click();
    await expect.element(view()).toBeVisible();
  });
});

test("Stop keeps the original and what was asked", async () => {
  const chat = stubChat();
  await openAnswer(messages);
  await choose("river", "Fast Edit");
  await field().fill("Which?");
  await send().click();
  const answer = await waitForRequest(chat, 1);
  answer.write("The Thames");
  await eventually(() => view().getByRole("mark").query()?.textContent).toBe("The Thames");
  await view().getByRole("button", { name: "Stop", exact: true }).click();
  await expect.element(view().getByRole("mark")).toHaveTextContent("river");
  await eventually(() => chat.stoppedIds.length).toBe(1);
  await expect.element(field()).toHaveValue("Which?");
  expect(await readStored()).toMatchObject({ content: text });
  expect(alerts().query()).toBeNull();
});

test.each([
  [
    "fails",
    { end: "failed", message: "The model’s server reported an error." },
    "The model’s server reported an error.",
  ],
  ["is cut off", { end: "done", finishReason: "length" }, "The answer became too long."],
])("[C8.23] a reply that %s is an alert with exactly this text, and changes nothing", async (_, end, reason) => {
  const chat = stubChat();
  await openAnswer(messages);
  await choose("river", "Fast Edit");
  await field().fill("Which?");
  await send().click();
  const answer = await waitForRequest(chat, 1);
  answer.write("The Th");
  answer.end(end);
  const alert = alertWithText("We are unable to fulfill your request at this time, please try again later.");
  await expect.element(alert).toBeVisible();
  await expect.element(alert).toMatchTextContent(new RegExp(reason));
  await expect.element(view().getByRole("mark")).toHaveTextContent("river");
  expect(await readStored()).toMatchObject({ content: text });
});

test("[C8.23] an answer that another tab has changed meanwhile stays as it is, with exactly this text", async () => {
  const chat = stubChat();
  await openAnswer(messages);
  await choose("river", "Fast Edit");
  await field().fill("Which?");
  await send().click();
  const answer = await waitForRequest(chat, 1);
  const local = await openLocalConversations(getPerson().id);
  await local.update("stored", (conversation) => ({
    ...conversation,
    messages: conversation.messages.map((each) => (each.id === "m-1" ? { ...each, content: "Changed" } : each)),
  }));
  answer.write("Thames");
  answer.end();
  await expect.element(alertWithText("Something went wrong, please try again in highlight mode.")).toBeVisible();
  expect(await readStored()).toMatchObject({ content: "Changed" });
  await expect.element(view()).not.toBeInTheDocument();
});

describe("a reply that could not be saved", () => {
  const hint = () => view().getByText("The new text isn’t saved yet.", { exact: true });
  const part = () => view().getByRole("mark");
  let saving: ReturnType<typeof pauseOp>;

  /** Writes a reply up to where it is saved, which fails. */
  async function writeReply(): Promise<void> {
    const chat = stubChat();
    const other = createConversation({
      id: "other",
      name: "Another",
      messages: createBranch(["Who?", "The poet."], "o"),
    });
    stubCloudConversations(createConversation({ id: "cloud", messages: [...messages] }), other);
    await renderApp("#c=cloud");
    await eventually(() => document.querySelector("[data-highlightable]")).not.toBeNull();
    failOp(appendMessages, "The database is down.");
    saving = pauseOp(appendMessages);
    await choose("river", "Fast Edit");
    await field().fill("Which?");
    await send().click();
    const answer = await waitForRequest(chat, 1);
    answer.write("The Thames");
    answer.end();
  }

  async function writeUnsaved(): Promise<void> {
    await writeReply();
    saving.release();
    await expect.element(hint()).toBeVisible();
  }

  const isAskedBeforeLeaving = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  test("is still there after another chat was open, and is then saved", async () => {
    await writeUnsaved();
    expect(isAskedBeforeLeaving()).toBe(true);
    openConversation("other");
    await expect.element(lastAnswer().getByText("The poet.")).toBeVisible();
    expect(view().query()).toBeNull();
    openConversation("cloud");
    await expect.element(part()).toHaveTextContent("The Thames");
    stubOp(appendMessages, { revision: 2, updatedAt: "2026-11-30T12:00:00.000Z" });
    await view().getByRole("button", { name: "Save again", exact: true }).click();
    await expect.element(hint()).not.toBeInTheDocument();
    expect(listInputs(appendMessages).at(-1)?.messages.at(-1)?.content).toBe(
      text.replace("**river**", "**The Thames**"),
    );
    await eventually(isAskedBeforeLeaving).toBe(false);
  });

  test("comes back with Undo once it is discarded, closed, or given up for another selection", async () => {
    await writeUnsaved();
    // It covers the buttons on a small screen.
    await alerts().getByRole("button", { name: "Dismiss", exact: true }).click();
    await expect.element(alerts()).not.toBeInTheDocument();
    const discards = [
      () => view().getByRole("button", { name: "Discard", exact: true }).click(),
      () => button("Return to rendered message content").click(),
      async () => {
        openConversation("other");
        await expect.element(lastAnswer().getByText("The poet.")).toBeVisible();
        await choose("The poet.", "Fast Edit");
      },
    ];
    for (const discard of discards) {
      await discard();
      await expect.element(page.getByText("The new text was discarded.", { exact: true })).toBeVisible();
      await button("Undo").click();
      await expect.element(part()).toHaveTextContent("The Thames");
      await expect.element(hint()).toBeVisible();
    }
  });

  test("is offered again if it was closed while it was being saved", async () => {
    await writeReply();
    await saving.reached;
    await button("Return to rendered message content").click();
    await expect.element(view()).not.toBeInTheDocument();
    saving.release();
    await button("Show it").click();
    await expect.element(part()).toHaveTextContent("The Thames");
    await expect.element(hint()).toBeVisible();
  });

  test("is asked about before leaving while it is saved, and while only the notice offers it", async () => {
    await writeReply();
    await saving.reached;
    expect(isAskedBeforeLeaving()).toBe(true);
    await button("Return to rendered message content").click();
    saving.release();
    await expect.element(button("Show it")).toBeVisible();
    expect(isAskedBeforeLeaving()).toBe(true);
    const notice = page.getByRole("status").filter({ has: button("Show it") });
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await eventually(isAskedBeforeLeaving).toBe(false);
  });

  /** Has the chat read again, with this text of the answer; null: without the answer. */
  function changeElsewhere(content: string | null): void {
    const [question, answer] = messages;
    if (!question || !answer) throw new Error("the chat has no answer");
    const branch = content === null ? [question] : [question, { ...answer, content }];
    const headId = branch.at(-1)?.id ?? null;
    stubCloudConversations(createConversation({ id: "cloud", messages: branch, headId, revision: 9 }));
    emitBrowserEvent({ type: "conversation", id: "cloud", change: "saved", revision: 9 });
  }

  function turnOffHighlighter(): void {
    stubOpFlags(false);
    emitBrowserEvent({ type: "config" });
  }

  test("was saved if the answer has it, although the response was lost", async () => {
    await writeUnsaved();
    changeElsewhere(text.replace("**river**", "**The Thames**"));
    await expect.element(hint()).not.toBeInTheDocument();
    await expect.element(part()).toHaveTextContent("The Thames");
    await expect.element(send()).toBeVisible();
    expect(isAskedBeforeLeaving()).toBe(false);
    expect(page.getByText("The new text was discarded.", { exact: true }).query()).toBeNull();
  });

  test.each([
    ["has another text", "Something went wrong, please try again in highlight mode.", () => changeElsewhere("Changed")],
    ["is deleted", "The new text wasn’t saved.", () => changeElsewhere(null)],
    ["can no longer be changed", "The new text wasn’t saved.", turnOffHighlighter],
  ])("is in a notice, without an offer to show it, once the answer %s", async (_, title, change) => {
    await writeUnsaved();
    change();
    await expect.element(alertWithText(title)).toMatchTextContent(/The Thames/);
    expect(button("Undo").query()).toBeNull();
    await expect.element(view()).not.toBeInTheDocument();
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  test("is not asked about after its chat was deleted, whichever chat is open", async () => {
    await writeUnsaved();
    openConversation("other");
    await expect.element(lastAnswer().getByText("The poet.")).toBeVisible();
    emitBrowserEvent({ type: "conversation", id: "cloud", change: "deleted" });
    await expect.element(alertWithText("The new text wasn’t saved.")).toMatchTextContent(/The Thames/);
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  test("is scrolled to when it is shown again in the same chat", async () => {
    await writeUnsaved();
    await view().getByRole("button", { name: "Discard", exact: true }).click();
    const { length } = history;
    await button("Undo").click();
    await expect.element(part()).toHaveTextContent("The Thames");
    expect(location.hash).toBe("#c=cloud&m=m-1");
    expect(history.length).toBe(length);
  });
});

test.each([
  ["flag", { flag: false, option: true }],
  ["option", { flag: true, option: false }],
])("without the %s, a selection shows nothing", async (_, isOn) => {
  turnOn(isOn);
  await openStoredChat(messages);
  selectText("river");
  await expect.element(lastAnswer().getByText("river", { exact: true })).toBeVisible();
  expect(document.querySelector("[data-highlightable]")).toBeNull();
});
