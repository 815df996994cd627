import {
  getConversationAnalysis,
  getFeatureFlags,
  listAnswerFeedback,
  type Message,
  saveUserRating,
} from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, lastAnswer } from "../../../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../../../testing/conversations.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { stubOwnAnalysis } from "../../../testing/stubAnalytics.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { failOp, listInputs, stubOp } from "../../../testing/stubServer.ts";
import { stubSettings } from "../../../testing/stubSettings.ts";

const group = { id: "Physics_1", name: "Physics" };

/** The same message, written by an assistant. */
const writtenBy = (message: Message, id: string): Message => ({
  ...message,
  data: {
    ...message.data,
    state: { currentAssistantId: id, currentAssistantVersionId: "v", currentAssistantName: "An assistant" },
  },
});
const [q1, a1, q2, a2, q3, a3, q4, a4] = createBranch(["1?", "1.", "2?", "2.", "3?", "3.", "4?", "4."]);
if (!q1 || !a1 || !q2 || !a2 || !q3 || !a3 || !q4 || !a4) throw new Error("the branch has eight messages");
const messages = [
  ...[q1, a1, q2, writtenBy(a2, "astp/own"), q3, writtenBy(a3, "astgp/quiet")],
  ...[q4, writtenBy(a4, "astgp/heat")],
];

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ answerFeedback: true }));
  stubOp(listAnswerFeedback, { feedback: {} });
  stubAssistants(
    [
      { assistantId: "astgp/heat", name: "Heat", group, fields: { analysis: "named" } },
      { assistantId: "astgp/quiet", name: "Quiet", group },
      { assistantId: "astp/own", name: "Own", fields: { analysis: "named" } },
    ],
    { groups: [group] },
  );
  stubCloudConversations(createConversation({ id: "stored", messages }));
});

const star = (name: string) => lastAnswer().getByRole("radio", { name, exact: true });
/** A click on the star itself, whose radio button has no size. */
const press = (name: string) => {
  const input = star(name).element();
  (input.nextElementSibling as HTMLElement).click();
};
const feedback = () => page.getByRole("dialog", { name: "Feedback" });
const field = () => feedback().getByRole("textbox", { name: "Feedback (optional)" });

test("[C2.09b] [C9.10b] answers of an analysed assistant of a group, and no others, have one to five stars instead of thumbs; a rating reveals a field for feedback, which is there again after a reload", async () => {
  const stored = stubOwnAnalysis();
  await renderApp("#c=stored");
  await expect.element(star("1 star")).toBeInTheDocument();
  const readActions = () =>
    answers()
      .all()
      .map((answer) => [
        answer.getByRole("radio").elements().length > 0,
        answer.getByRole("button", { name: "Good answer" }).elements().length > 0,
      ]);
  await expect.poll(readActions).toEqual([
    [false, true],
    [false, true],
    [false, true],
    [true, false],
  ]);
  expect(
    lastAnswer()
      .getByRole("radio")
      .elements()
      .map((input) => input.getAttribute("aria-label")),
  ).toEqual(["No rating", "1 star", "2 stars", "3 stars", "4 stars", "5 stars"]);
  expect(feedback().elements()).toEqual([]);
  press("4 stars");
  await expect.element(field()).toHaveFocus();
  await expect.poll(() => stored.ratings).toMatchObject([{ userRating: 4, userFeedback: "" }]);
  await field().fill("Clear");
  await feedback().getByRole("button", { name: "Submit Feedback", exact: true }).click();
  await expect.element(feedback()).not.toBeInTheDocument();
  const saved = { assistantId: "astgp/heat", messageId: a4.id, userRating: 4, userFeedback: "Clear" };
  expect(stored.ratings).toEqual([saved]);
  expect(listInputs(saveUserRating).at(-1)).toEqual({ conversationId: "stored", ...saved });
  await reloadApp("#c=stored");
  await expect.element(star("4 stars")).toBeChecked();
  press("4 stars");
  await expect.poll(() => stored.ratings).toEqual([]);
  await expect.element(star("No rating")).toBeChecked();
  expect(feedback().elements()).toEqual([]);
});

test("[C8.47b] [G8.15] a rating that cannot be saved is only logged; the earlier rating is shown again, and what was written stays", async () => {
  const stored = stubOwnAnalysis();
  stored.ratings = [{ assistantId: "astgp/heat", messageId: a4.id, userRating: 2, userFeedback: "" }];
  await renderApp("#c=stored");
  await expect.element(star("2 stars")).toBeChecked();
  press("3 stars");
  await field().fill("Better");
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  failOp(saveUserRating, "The database is busy.");
  await feedback().getByRole("button", { name: "Submit Feedback" }).click();
  await expect.poll(() => log.mock.calls.flat().join(" ")).toContain("A rating could not be saved.");
  await expect.element(field()).toHaveValue("Better");
  await page.getByRole("log").click();
  press("5 stars");
  await expect.element(star("3 stars")).toBeChecked();
  expect(page.getByRole("alert").elements()).toEqual([]);
});

test("answers of a local conversation are rated, too; a rating of another answer is replaced, which is said", async () => {
  await storeLocalConversations(createConversation({ id: "local", messages }));
  const stored = stubOwnAnalysis();
  stored.ratings = [{ assistantId: "astgp/heat", messageId: "another", userRating: 1, userFeedback: null }];
  await renderApp("#c=local");
  await expect.element(star("No rating")).toBeChecked();
  press("5 stars");
  await expect.element(feedback().getByText(/It replaces your earlier rating in this chat\.$/)).toBeVisible();
  await expect.poll(() => listInputs(saveUserRating)).toMatchObject([{ conversationId: "local", userRating: 5 }]);
});

test("where people are hidden, it is said that nobody reads the feedback", async () => {
  stubAssistants([{ assistantId: "astgp/heat", name: "Heat", group, fields: { analysis: "hidden" } }], {
    groups: [group],
  });
  stubOwnAnalysis();
  await renderApp("#c=stored");
  await expect.element(star("4 stars")).toBeInTheDocument();
  press("4 stars");
  await expect.element(feedback().getByText(/^Nobody else can read this text\./)).toBeVisible();
  expect(
    feedback()
      .getByText(/can read your rating/)
      .elements(),
  ).toEqual([]);
});

test("on a phone the stars are in a sheet, which the menu of the answer opens", async () => {
  await page.viewport(390, 844);
  const stored = stubOwnAnalysis();
  await renderApp("#c=stored");
  await lastAnswer().getByRole("button", { name: "More actions for the answer" }).click();
  await page.getByRole("menuitem", { name: "Rate this answer" }).click();
  const sheet = page.getByRole("dialog", { name: "Rate this answer" });
  await expect.element(sheet.getByRole("radio", { name: "5 stars" })).toBeInTheDocument();
  expect(sheet.getByRole("textbox").elements()).toEqual([]);
  (sheet.getByRole("radio", { name: "5 stars" }).element().nextElementSibling as HTMLElement).click();
  await sheet.getByRole("textbox", { name: "Feedback (optional)" }).fill("Good");
  await sheet.getByRole("button", { name: "Submit Feedback" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(stored.ratings).toMatchObject([{ userRating: 5, userFeedback: "Good", messageId: a4.id }]);
});

test("on a phone nothing is saved by a star that is cancelled, and a rating is removed", async () => {
  await page.viewport(390, 844);
  const stored = stubOwnAnalysis();
  stored.ratings = [{ assistantId: "astgp/heat", messageId: a4.id, userRating: 2, userFeedback: "Short" }];
  await renderApp("#c=stored");
  const sheet = page.getByRole("dialog", { name: "Rate this answer" });
  const pressInSheet = async (name: string) => {
    await expect.element(sheet.getByRole("radio", { name })).toBeInTheDocument();
    (sheet.getByRole("radio", { name }).element().nextElementSibling as HTMLElement).click();
  };
  const openSheet = async () => {
    await lastAnswer().getByRole("button", { name: "More actions for the answer" }).click();
    await page.getByRole("menuitem", { name: "Rate this answer" }).click();
    await expect.element(sheet.getByRole("radio", { name: "2 stars" })).toBeChecked();
  };
  await openSheet();
  await pressInSheet("5 stars");
  await expect.element(sheet.getByRole("radio", { name: "5 stars" })).toBeChecked();
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(listInputs(saveUserRating)).toEqual([]);
  await openSheet();
  await pressInSheet("2 stars");
  await sheet.getByRole("button", { name: "Remove rating" }).click();
  await expect.poll(() => stored.ratings).toEqual([]);
});

test("who has opened a conversation is in its settings", async () => {
  const openings = [{ openedBy: "ada@x.edu", openedAt: "2026-11-20T12:00:00.000Z", assistantName: "Heat" }];
  stubOwnAnalysis({ openings });
  await renderApp("#c=stored");
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expect.element(page.getByText(/^Opened by ada@x\.edu on Nov 20, 2026, .*Heat/)).toBeVisible();
});

test("nobody is asked about a conversation without an assistant of a group", async () => {
  stubCloudConversations(createConversation({ id: "plain", messages: [q1, a1] }));
  await renderApp("#c=plain");
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expect.element(page.getByRole("textbox", { name: "System prompt" })).toBeVisible();
  expect(listInputs(getConversationAnalysis)).toEqual([]);
});

test.each([
  {
    place: "cloud",
    analysis: "named",
    text: /^The editors of Physics can see that you use this assistant and read this chat/,
  },
  { place: "cloud", analysis: "hidden", text: /^The editors of Physics see figures .* but not who you are/ },
  { place: "local", analysis: "named", text: /^The editors of Physics see figures .* but not who you are/ },
  { place: "local", analysis: null, text: null },
] as const)(
  "before the first message it is said what the editors see: $place, $analysis",
  async ({ place, analysis, text }) => {
    stubAssistants([{ assistantId: "astgp/heat", name: "Heat", group, fields: { analysis } }], { groups: [group] });
    stubSettings({ storageSelection: `future-${place}` });
    await renderApp("#assistant=astgp%2Fheat");
    await expect.element(page.getByRole("heading", { name: "Heat" })).toBeVisible();
    if (text) await expect.element(page.getByText(text)).toBeVisible();
    else expect(page.getByText(/^The editors of/).elements()).toEqual([]);
  },
);
