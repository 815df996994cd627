import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { lastAnswer, sendButton } from "../../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../../testing/conversations.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { boxOf, composer } from "../../testing/screen.ts";
import { stubOwnAnalysis } from "../../testing/stubAnalytics.ts";
import { type StubbedAssistants, stubAssistants } from "../../testing/stubAssistants.ts";
import { emitBrowserEvent } from "../../testing/stubServer.ts";
import { waitUntilStill } from "../../testing/waitUntilStill.ts";

const group = { id: "Physics_1", name: "Physics" };
const [question, answer] = createBranch(["Why?", `Because.${"\n\nMore.".repeat(60)}`]);
if (!question || !answer) throw new Error("the branch has two messages");
const state = { currentAssistantId: "astgp/heat", currentAssistantVersionId: "v", currentAssistantName: "Heat" };
const ofHeat = [question, { ...answer, data: { ...answer.data, state } }];
const heat = { assistantId: "astgp/heat", name: "Heat", group, isPublished: true };
let assistants: StubbedAssistants;

let stored: ReturnType<typeof stubOwnAnalysis>;

beforeEach(() => {
  stored = stubOwnAnalysis();
  assistants = stubAssistants([heat], { groups: [group] });
});

const line = (text: string) => page.getByRole("status").getByText(text, { exact: true });
const readable = "The assistant’s editors can read this chat.";
const figures = "The assistant’s editors see figures about this chat.";

test.each([1280, 390])(
  "a chat whose assistant is analyzed from now on says so at the field, and nothing moves (%s px)",
  async (width) => {
    await page.viewport(width, 800);
    stubCloudConversations(createConversation({ id: "stored", messages: ofHeat }));
    await renderApp("#c=stored");
    await expect.element(lastAnswer().getByText("Because.")).toBeVisible();
    expect(line(readable).elements()).toEqual([]);
    await expect.element(page.getByRole("list", { name: "Assistant of this chat" }).getByText("Heat")).toBeVisible();
    await waitUntilStill(lastAnswer());
    const before = [boxOf(lastAnswer()).bottom, boxOf(composer()).top];
    assistants.save({ ...heat, fields: { analysis: "named" } });
    await expect.element(line(readable)).toBeVisible();
    await waitUntilStill(lastAnswer());
    expect([boxOf(lastAnswer()).bottom, boxOf(composer()).top]).toEqual(before);
    expect(boxOf(line(readable)).bottom).toBeLessThanOrEqual(boxOf(composer()).top);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await expect.element(page.getByText(/^The editors of Physics can see that you use this assistant/)).toBeVisible();
    assistants.save({ ...heat, fields: { analysis: null } });
    await expect.element(line(readable)).not.toBeInTheDocument();
  },
);

test("who chooses an analyzed assistant in a plain chat sees it before they send", async () => {
  assistants.save({ ...heat, fields: { analysis: "named" } });
  stubCloudConversations(createConversation({ id: "plain", messages: [question, answer] }));
  await renderApp("#c=plain");
  await composer().fill("@Heat");
  expect(line(readable).elements()).toEqual([]);
  await page.getByRole("option", { name: /^Heat/ }).click();
  await expect.element(line(readable)).toBeVisible();
  await composer().fill("And why?");
  await expect.element(sendButton()).not.toHaveAttribute("aria-disabled", "true");
  await userEvent.clear(composer());
});

test("who has opened the chat is said at once, also when nothing more is recorded", async () => {
  stubCloudConversations(createConversation({ id: "stored", messages: ofHeat }));
  await renderApp("#c=stored");
  await expect.element(lastAnswer().getByText("Because.")).toBeVisible();
  stored.openings = [{ openedBy: "ada@x.edu", openedAt: "2026-11-20T12:00:00.000Z", assistantName: "Heat" }];
  const opened = line("Opened by ada@x.edu on Nov 20, 2026");
  const countAfterEvent = () => {
    emitBrowserEvent({ type: "analysis", conversationId: "stored" });
    return opened.elements().length;
  };
  // Until the page listens.
  await expect.poll(countAfterEvent).toBe(1);
  expect(line(readable).elements()).toEqual([]);
});

test("that a model rates the chats is in the details, and before the first message", async () => {
  assistants.save({ ...heat, fields: { analysis: "named", isJudged: true } });
  stubCloudConversations(createConversation({ id: "stored", messages: ofHeat }));
  await renderApp("#c=stored");
  await page.getByRole("button", { name: "Details", exact: true }).click();
  const rated = page.getByText(/A model rates the chats and sorts them into categories\.$/);
  await expect.element(rated).toBeVisible();
  location.hash = "#assistant=astgp%2Fheat";
  await expect.element(page.getByRole("heading", { name: "Heat" })).toBeVisible();
  await expect.element(rated).toBeVisible();
});

test("of a local chat, and where people are hidden, editors see figures", async () => {
  assistants.save({ ...heat, fields: { analysis: "named" } });
  await storeLocalConversations(createConversation({ id: "local", messages: ofHeat }));
  await renderApp("#c=local");
  await expect.element(line(figures)).toBeVisible();
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await expect.element(page.getByText(/^The editors of Physics see figures .* but not who you are/)).toBeVisible();
});
