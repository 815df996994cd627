import { type FeatureOptions, type FlagName, getFeatureFlags } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { stubArtifacts } from "../../testing/artifacts.ts";
import { getScrollArea, lastAnswer, sendMessage, waitForAnswerEnd } from "../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { reloadApp } from "../../testing/reloadApp.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { boxOf, composer, eventually } from "../../testing/screen.ts";
import { stubAssistants } from "../../testing/stubAssistants.ts";
import { type StubbedChat, stubAnswers } from "../../testing/stubChat.ts";
import { getPerson, stubOp } from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";

let chat: StubbedChat;

const selector = () => page.getByRole("region", { name: "Features", exact: true });
const toggle = () => selector().getByRole("button", { name: /^Features: \d of \d on$/ });
const handle = () => selector().getByRole("button", { name: /^Move the features/ });
const feature = (name: string) => selector().getByRole("switch", { name });
const clearButton = () => selector().getByRole("button", { name: "Clear All Enabled Features", exact: true });
const offList = () => page.getByRole("list", { name: "Features that are off" });
const readStored = (key: string) => JSON.parse(localStorage.getItem(`lectern.${getPerson().id}.${key}`) ?? "null");
const listFeatures = () =>
  selector()
    .getByRole("switch")
    .elements()
    .map((element) => element.closest("div")?.querySelector(".mantine-Switch-label")?.textContent);

const options: FeatureOptions = {
  includeArtifacts: true,
  includeFocusedMessages: true,
  includePluginSelector: true,
  includeHighlighter: false,
  includeMemory: false,
};

function setUp(flags: Partial<Record<FlagName, boolean>> = {}, changes: Partial<FeatureOptions> = {}): void {
  stubOp(getFeatureFlags, createFlags({ artifacts: true, pluginsOnInput: true, ...flags }));
  stubSettings({ featureOptions: { ...options, ...changes } });
}

async function open(): Promise<void> {
  await renderApp("#c=stored");
  await expand();
}

async function expand(): Promise<void> {
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  await toggle().click();
  await expect.element(clearButton()).toBeVisible();
}

const lastOptions = () => chat.answers.at(-1)?.request.options;

beforeEach(async () => {
  await page.viewport(1440, 900);
  stubArtifacts();
  setUp();
  await storeLocalConversations(createConversation({ id: "stored", messages: createBranch(["Why?", "Because."]) }));
  chat = stubAnswers("Fine.");
});

test("[C2.28f] what is cleared is off in the request, and the composer says so", async () => {
  await open();
  await sendMessage("First");
  await waitForAnswerEnd();
  expect(lastOptions()).toMatchObject({ artifacts: [] });
  expect(lastOptions()).not.toHaveProperty("skipRag");

  await expand();
  await clearButton().click();
  await expect.element(feature("Search in documents")).not.toBeChecked();
  await expect.element(feature("Artifacts")).not.toBeChecked();
  await expect.element(offList()).toHaveTextContent("Search in documents: offTurn onArtifacts: offTurn on");
  await expect.element(clearButton()).toHaveAttribute("aria-disabled", "true");
  await sendMessage("Second");
  await eventually(() => chat.answers.length).toBe(2);
  await waitForAnswerEnd();
  expect(lastOptions()).toMatchObject({ skipRag: true });
  expect(lastOptions()).not.toHaveProperty("artifacts");

  await offList().getByRole("button", { name: "Turn on: Search in documents" }).click();
  await expand();
  await expect.element(feature("Search in documents")).toBeChecked();
  await sendMessage("Third");
  await eventually(() => chat.answers.length).toBe(3);
  expect(lastOptions()).not.toHaveProperty("skipRag");

  await expand();
  const before = boxOf(handle());
  await userEvent.dragAndDrop(handle(), composer());
  await expect.poll(() => boxOf(handle()).top).not.toBe(before.top);
  expect(boxOf(selector()).bottom).toBeLessThan(boxOf(composer()).top);
});

test("[C1.05] [C3.18] [C3.19] each feature has a name, a title and its default", async () => {
  setUp({ codeInterpreterEnabled: true, focusedMessages: true });
  await open();
  expect(listFeatures()).toEqual(["Code interpreter", "Search in documents", "Artifacts", "Smart focused messages"]);
  for (const title of [
    "Runs code to calculate and to make files.",
    "Searches documents that are too long to send whole.",
    "Opens longer documents, code and drawings beside the chat.",
    "In a long chat, sends only the earlier messages that matter for the question.",
  ])
    await expect.element(selector().getByText(title)).toBeVisible();
  await expect.element(feature("Code interpreter")).not.toBeChecked();
  await expect.element(feature("Search in documents")).toBeChecked();
  await expect.element(feature("Artifacts")).toBeChecked();
  await expect.element(feature("Smart focused messages")).toBeChecked();
  await feature("Code interpreter").click();
  await feature("Search in documents").click();
  await expect.poll(() => readStored("enabledPlugins")).toEqual({ "code-interpreter": true, rag: false });
});

test("a feature that does not exist for the person is not listed", async () => {
  setUp({}, { includeArtifacts: false });
  await open();
  expect(listFeatures()).toEqual(["Search in documents"]);
});

test("it is shown only with the flag and the person’s option", async () => {
  await open();
  await feature("Search in documents").click();
  await expect.element(offList()).toBeVisible();
  for (const hide of [() => setUp({ pluginsOnInput: false }), () => setUp({}, { includePluginSelector: false })]) {
    hide();
    await reloadApp("#c=stored");
    await expect.poll(() => selector().elements()).toEqual([]);
    await expect.poll(() => offList().elements()).toEqual([]);
  }
  const count = chat.answers.length;
  await sendMessage("Again");
  await eventually(() => chat.answers.length).toBe(count + 1);
  expect(lastOptions()).not.toHaveProperty("skipRag");
});

test("[C3.32] [C4.24] it is collapsed at first; what is on, its position and its state stay in this browser", async () => {
  await renderApp("#c=stored");
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  await toggle().click();
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "true");
  await feature("Artifacts").click();
  await userEvent.dragAndDrop(handle(), page.getByText("Because."));
  await expect.poll(() => readStored("pluginLocation")).not.toBeNull();
  const { left, top } = boxOf(selector());
  await reloadApp("#c=stored");
  await expect.element(feature("Artifacts")).not.toBeChecked();
  await expect.poll(() => boxOf(selector()).left).toBe(left);
  await expect.poll(() => boxOf(selector()).top).toBe(top);
  await toggle().click();
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => feature("Artifacts").elements()).toEqual([]);
});

test("the collapsed button is dragged as a whole, which does not open it, and moved by arrow keys", async () => {
  await renderApp("#c=stored");
  await expect.element(toggle()).toBeVisible();
  const before = boxOf(selector());
  await userEvent.dragAndDrop(toggle(), page.getByText("Because."));
  await expect.poll(() => readStored("pluginLocation")).not.toBeNull();
  expect(boxOf(selector()).left).not.toBe(before.left);
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  const { left } = boxOf(selector());
  toggle().element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => boxOf(selector()).left).toBe(left + 16);
  await userEvent.keyboard("{Enter}");
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "true");
  await expect.element(toggle()).toHaveFocus();
  // The place in which it is dropped does not depend on the state.
  const { x } = readStored("pluginLocation");
  await toggle().click();
  await expect.poll(() => boxOf(selector()).left).toBe(left + 16);
  expect(readStored("pluginLocation").x).toBe(x);
});

test("[C9.20b] [A9.16] it is at x 100, y -250 at first, from the lower left corner of the conversation above the field", async () => {
  await renderApp("#c=stored");
  await expect.element(toggle()).toBeVisible();
  const area = () => selector().element().parentElement?.getBoundingClientRect();
  await expect.poll(() => boxOf(selector()).left - (area()?.left ?? 0)).toBe(100);
  await expect.poll(() => boxOf(selector()).top - (area()?.bottom ?? 0)).toBe(-250);
});

test("the arrow keys move it while its handle has the focus, which is announced, and not out of the conversation", async () => {
  await open();
  const { left, top } = boxOf(selector());
  handle().element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => boxOf(selector()).left).toBe(left + 16);
  await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}");
  await expect.poll(() => boxOf(selector()).top).toBe(top - 64);
  const announcement = () => selector().getByRole("status").element().textContent;
  await eventually(announcement).toMatch(/^16 pixels from the left, \d+ pixels from the top$/);
  for (let i = 0; i < 3; i++) await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  await eventually(announcement).toMatch(/^0 pixels from the left, /);
  const { x } = readStored("pluginLocation");
  expect(x).toBe(0);
});

test("[C4.23] the code interpreter and an assistant exclude each other", async () => {
  setUp({ codeInterpreterEnabled: true });
  stubAssistants([{ name: "Heat tutor" }]);
  await open();
  const pick = async () => {
    await page.getByRole("button", { name: "Select Assistants" }).click();
    await page.getByRole("option", { name: /Heat tutor/ }).click();
  };
  const chosen = page.getByRole("list", { name: "Assistant of this chat" });
  await pick();
  await expect.element(chosen).toBeVisible();
  await expand();
  await feature("Code interpreter").click();
  await expect.poll(() => chosen.elements()).toEqual([]);
  await expect.element(feature("Code interpreter")).toBeChecked();
  await pick();
  await expect.element(chosen).toBeVisible();
  await expand();
  await expect.element(feature("Code interpreter")).not.toBeChecked();
});

test("expanded, it covers the messages only while it is used: it collapses when the person goes on elsewhere", async () => {
  await open();
  const text = page.getByText("Because.");
  const isCollapsed = () => expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  await feature("Artifacts").click();
  await handle().click();
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "true");
  await text.click();
  await isCollapsed();
  expect(boxOf(selector()).right).toBeLessThanOrEqual(boxOf(lastAnswer()).left);

  await expand();
  await userEvent.keyboard("{Escape}");
  await isCollapsed();
  await expect.element(toggle()).toHaveFocus();

  await expand();
  feature("Artifacts").element().focus();
  await userEvent.keyboard("{Escape}");
  await isCollapsed();
  await expect.element(toggle()).toHaveFocus();

  await expand();
  composer().element().focus();
  await isCollapsed();
  await expect.element(composer()).toHaveFocus();
});

test("on a phone it covers neither the field nor more than the screen", async () => {
  await page.viewport(390, 844);
  await open();
  const box = boxOf(selector());
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(390);
  expect(box.bottom).toBeLessThan(boxOf(composer()).top);
  await toggle().click();
  await expect.poll(() => boxOf(selector()).height).toBeLessThan(60);
});

test("where there is no room beside the messages it starts below the last one, and is gone while the reader is above it", async () => {
  await page.viewport(390, 844);
  const texts = Array.from({ length: 12 }, (_, index) => `Line ${index}\n\n`.repeat(12));
  await storeLocalConversations(createConversation({ id: "stored", messages: createBranch(texts) }));
  await renderApp("#c=stored");
  const goToEnd = () => {
    getScrollArea().scrollTop = getScrollArea().scrollHeight;
    return toggle().query()?.checkVisibility({ visibilityProperty: true }) ?? false;
  };
  // A long answer opens at its beginning.
  await eventually(goToEnd).toBe(true);
  const lastLine = () => lastAnswer().element().getBoundingClientRect();
  await expect.poll(() => boxOf(selector()).top - lastLine().bottom).toBeGreaterThan(0);
  expect(boxOf(selector()).bottom).toBeLessThan(boxOf(composer()).top);
  getScrollArea().scrollTop -= 200;
  await eventually(() => toggle().query()).toBeNull();
  await eventually(goToEnd).toBe(true);
  // Opened or moved, it stays.
  await toggle().click();
  getScrollArea().scrollTop -= 200;
  await expect.element(clearButton()).toBeVisible();
  await toggle().click();
  await expect.element(toggle()).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  composer().element().focus();
  await expect.element(toggle()).toBeVisible();
});

test.each([390, 760, 900, 1440])(
  "in an empty chat of %i pixels it covers nothing at first, and the message field never",
  async (width) => {
    await page.viewport(width, 844);
    await renderApp();
    await expect.element(toggle()).toBeVisible();
    await expect.element(page.getByRole("region", { name: "New chat" })).toBeVisible();
    const covers = (other: DOMRect) => {
      const box = boxOf(selector());
      return box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
    };
    const form = () => page.getByRole("form", { name: "Message" });
    for (const other of [form(), page.getByRole("banner"), page.getByRole("region", { name: "New chat" })])
      expect(covers(boxOf(other))).toBe(false);
    expect(covers(page.getByRole("heading", { level: 2 }).first().element().getBoundingClientRect())).toBe(false);
    await userEvent.dragAndDrop(toggle(), composer());
    await expect.poll(() => readStored("pluginLocation")).not.toBeNull();
    expect(covers(boxOf(form()))).toBe(false);
  },
);
