import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answers, lastAnswer, questions, waitForAnswerText } from "../../../testing/chatPage.ts";
import { ask, complete, listSentTexts, openNewChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { composer, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const versionsOf = (answer: ReturnType<typeof lastAnswer>) =>
  answer.getByRole("group", { name: "Versions of the answer" });
const earlierButton = () => page.getByRole("button", { name: "Earlier version" });

test("a new answer keeps the earlier one as a version; while it is written, no other answer can be requested and no other version shown", async () => {
  const chat = stubChat();
  await openNewChat();
  await ask(chat, "Which one?", "The first answer.");
  expect(versionsOf(lastAnswer()).elements()).toEqual([]);

  await lastAnswer().getByRole("button", { name: "Answer again" }).click();
  const secondAnswer = await waitForRequest(chat, 2);
  secondAnswer.write("The second");
  await waitForAnswerText("The second");
  expect(page.getByRole("button", { name: "Answer again" }).elements()).toEqual([]);
  expect(earlierButton().elements()).toEqual([]);
  await complete(secondAnswer, " answer.");
  await waitForAnswerText("The second answer.");
  const versions = versionsOf(lastAnswer());
  await expect.element(versions.getByText("2 of 2")).toBeVisible();
  expect(answers().elements()).toHaveLength(1);
  expect(chat.answers.map(listSentTexts)).toEqual([["Which one?"], ["Which one?"]]);

  await versions.getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText("The first answer.");
  await expect.element(versions.getByText("1 of 2")).toBeVisible();
  await expect
    .element(versions.getByRole("button", { name: "Earlier version" }))
    .toHaveAttribute("aria-disabled", "true");
  await ask(chat, "And then?", "Then this follows.");
  expect(questions().elements()).toHaveLength(2);
  expect(listSentTexts(await waitForRequest(chat, 3))).toEqual(["Which one?", "The first answer.", "And then?"]);

  // The versions are always shown, the actions only with the pointer or the focus.
  await composer().hover();
  const readOpacity = (selector: string) => {
    const element = answers().first().element().querySelector(selector);
    return element && getComputedStyle(element).opacity;
  };
  await eventually(() => readOpacity('[aria-label="Copy the answer"]')).toBe("0");
  expect(readOpacity('[aria-label="Versions of the answer"]')).toBe("1");

  await versionsOf(answers().first()).getByRole("button", { name: "Later version" }).click();
  await waitForAnswerText("The second answer.");
  expect(questions().elements()).toHaveLength(1);
  await reloadApp();
  await expect.element(lastAnswer().getByText("2 of 2")).toBeVisible();
  await waitForAnswerText("The second answer.");
  await earlierButton().click();
  await eventually(() => answers().elements().length).toBe(2);
  await waitForAnswerText("Then this follows.");
});
