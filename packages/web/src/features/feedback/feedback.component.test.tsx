import { getFeatureFlags, listAnswerFeedback, type OpOutput, rateAnswer } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { lastAnswer } from "../../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { reloadApp } from "../../testing/reloadApp.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { boxOf } from "../../testing/screen.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";

const messages = createBranch(["Why?", "Because.", "And then?", "Nothing."]);
let feedback: OpOutput<typeof listAnswerFeedback>["feedback"];

beforeEach(() => {
  feedback = {};
  stubOp(getFeatureFlags, createFlags({ answerFeedback: true }));
  stubCloudConversations(createConversation({ id: "stored", messages }));
  stubOp(listAnswerFeedback, () => ({ feedback }));
  acceptRatings();
});

function acceptRatings(): void {
  stubOp(rateAnswer, ({ messageId, feedback: next }) => {
    const { [messageId]: _, ...others } = feedback;
    feedback = next ? { ...others, [messageId]: next } : others;
    return {};
  });
}

const button = (name: string) => lastAnswer().getByRole("button", { name, exact: true });
const menuButton = () => button("More actions for the answer");
const expectRating = async (good: boolean, bad: boolean) => {
  await expect.element(button("Good answer")).toHaveAttribute("aria-pressed", String(good));
  await expect.element(button("Bad answer")).toHaveAttribute("aria-pressed", String(bad));
};

test("the place of the ratings is reserved while they are loaded", async () => {
  await renderApp("#c=stored");
  await expect.element(button("Good answer")).toBeVisible();
  const readLeft = () => boxOf(menuButton()).left;
  const left = readLeft();
  const { reached, release } = pauseOp(listAnswerFeedback);
  await reloadApp("#c=stored");
  await reached;
  await expect.element(menuButton()).toBeVisible();
  expect(button("Good answer").elements()).toEqual([]);
  await expect.poll(readLeft).toBe(left);
  release();
  await expect.element(button("Good answer")).toBeVisible();
  expect(readLeft()).toBe(left);
});

test("an answer of a local conversation cannot be rated", async () => {
  await storeLocalConversations(createConversation({ id: "local", messages }));
  await renderApp("#c=local");
  await expect.element(button("Copy the answer")).toBeVisible();
  expect(button("Good answer").elements()).toEqual([]);
});

test("no answer can be rated where the institution does not ask", async () => {
  stubOp(getFeatureFlags, createFlags());
  await renderApp("#c=stored");
  await expect.element(button("Copy the answer")).toBeVisible();
  expect(button("Good answer").elements()).toEqual([]);
  expect(listInputs(listAnswerFeedback)).toEqual([]);
});

test("a rating that cannot be stored is followed by a notice and the earlier rating", async () => {
  feedback = { "m-3": { rating: "down" } };
  failOp(rateAnswer, "The ratings are closed.");
  await renderApp("#c=stored");
  await expectRating(false, true);
  await button("Good answer").click();
  await expect.element(page.getByText("The ratings are closed.")).toBeVisible();
  await expectRating(false, true);
});

test("on a phone an answer is rated and the rating withdrawn in its menu, by keyboard; a sheet at the lower edge asks for the reason", async () => {
  await page.viewport(390, 844);
  await renderApp("#c=stored");
  const item = page.getByRole("menuitemcheckbox", { name: "Bad answer" });
  const sheet = page.getByRole("dialog", { name: "Bad answer" });
  const reason = sheet.getByRole("textbox", { name: "What was wrong? (optional)" });
  const openItem = async (checked: boolean) => {
    await expect.element(menuButton()).toBeVisible();
    (menuButton().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(item).toHaveAttribute("aria-checked", String(checked));
    (item.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  await expect.element(menuButton()).toBeVisible();
  expect(button("Bad answer").elements()).toEqual([]);
  await openItem(false);
  await expect.element(reason).toHaveFocus();
  await expect.element(sheet.getByText("Your institution can read your rating and this text.")).toBeVisible();
  await expect
    .poll(() => {
      const { left, width, bottom, height } = boxOf(sheet);
      return { left, width, bottom: Math.round(bottom), isHigh: height > 600 };
    })
    .toEqual({ left: 0, width: 390, bottom: 844, isHigh: false });
  await reason.fill("Too short");
  await sheet.getByRole("button", { name: "Send", exact: true }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(feedback).toEqual({ "m-3": { rating: "down", reason: "Too short" } });
  await expect.element(menuButton()).toHaveFocus();

  await openItem(true);
  await expect.poll(() => feedback).toEqual({});
  expect(sheet.elements()).toEqual([]);
});

test("on a phone, the reason is not lost if the rating cannot be stored, and is sent with the rating", async () => {
  await page.viewport(390, 844);
  failOp(rateAnswer, "The ratings are closed.");
  await renderApp("#c=stored");
  await menuButton().click();
  await page.getByRole("menuitemcheckbox", { name: "Bad answer" }).click();
  await expect.element(page.getByText("The ratings are closed.").first()).toBeVisible();
  const sheet = page.getByRole("dialog", { name: "Bad answer" });
  const reason = sheet.getByRole("textbox", { name: "What was wrong? (optional)" });
  await reason.fill("Too long");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => listInputs(rateAnswer).length).toBe(2);
  await expect.element(reason).toHaveValue("Too long");
  acceptRatings();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(sheet).not.toBeInTheDocument();
  expect(feedback).toEqual({ "m-3": { rating: "down", reason: "Too long" } });
});
