import { expect, test } from "vitest";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseForMessage } from "../../support/messageControls.ts";
import { answers, ask, expectEventually, expectVisible, questions } from "../../support/screen.ts";
import { branchOf, openStoredConversation } from "../../support/storedConversation.ts";

const fixture = createWorkspaceFixture();

test("a new answer keeps the earlier one as a version; while it is written, no other answer can be requested and no other version shown", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.script({ answer: "The first answer." }, "scripted-large");
  await ask(page, "Which one?");
  expect(await lastAnswer(page).getByRole("group", { name: "Versions of the answer" }).count()).toBe(0);

  models.script({ answer: "The second answer.", hangAfter: 1 }, "scripted-large");
  await lastAnswer(page).getByRole("button", { name: "Answer again" }).click();
  await models.whenPaused();
  expect(await page.getByRole("button", { name: "Answer again" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Earlier version" }).count()).toBe(0);
  models.resume();
  await waitForAnswerText(page, "The second answer.");
  await waitForAnswerEnd(page);
  const versions = lastAnswer(page).getByRole("group", { name: "Versions of the answer" });
  await expectVisible(versions, "2 of 2");
  expect(await answers(page).count()).toBe(1);
  const [first, second] = listLargeModelChats(models);
  expect(second?.body?.messages).toEqual(first?.body?.messages);

  await versions.getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText(page, "The first answer.");
  await expectVisible(versions, "1 of 2");
  expect(await versions.getByRole("button", { name: "Earlier version" }).getAttribute("aria-disabled")).toBe("true");
  models.script({ answer: "Then this follows." }, "scripted-large");
  await ask(page, "And then?");
  expect(await questions(page).count()).toBe(2);
  expect(listLargeModelChats(models).at(-1)?.body?.messages?.slice(1)).toEqual([
    { role: "user", content: "Which one?" },
    { role: "assistant", content: "The first answer." },
    { role: "user", content: "And then?" },
  ]);

  // The versions are always shown, the actions only with the pointer or the focus.
  await page.mouse.move(2, 2);
  const readOpacities = () =>
    answers(page)
      .first()
      .evaluate((answer) => {
        const versions = answer.querySelector('[role="group"][aria-label="Versions of the answer"]');
        const copyButton = answer.querySelector('[aria-label="Copy the answer"]');
        return [versions, copyButton].map((element) => element && getComputedStyle(element).opacity);
      });
  await expectEventually(readOpacities).toEqual(["1", "0"]);

  const firstVersions = answers(page).first().getByRole("group", { name: "Versions of the answer" });
  await firstVersions.getByRole("button", { name: "Later version" }).click();
  await waitForAnswerText(page, "The second answer.");
  expect(await questions(page).count()).toBe(1);
  await page.reload();
  await expectVisible(lastAnswer(page), "2 of 2");
  await waitForAnswerText(page, "The second answer.");
  await page.getByRole("button", { name: "Earlier version" }).click();
  await expectEventually(() => answers(page).count()).toBe(2);
  await waitForAnswerText(page, "Then this follows.");
});

test("on a phone the actions of an answer with versions and sources are one row; the menu tries another model", async () => {
  const person = await fixture.openSignedIn({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const { page } = person;
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const document = { name: "river.md", key: "k", contentKey: "c", groupId: null, type: "text/markdown" };
  const sources = numbers.map((index) => ({
    ...document,
    index,
    content: `Sand ${index}`,
    locations: [{ line: index }],
  }));
  const [question, answer] = branchOf(["Which?", `All of them ${numbers.map((index) => `[${index}]`).join("")}.`]);
  if (!question || !answer) throw new Error("A branch has its messages.");
  const cited = { ...answer, data: { ...answer.data, state: { sources: { rag: { sources } } } } };
  await openStoredConversation(person, fixture.url, "local", [question, { ...answer, id: "v-1" }, cited]);
  const row = lastAnswer(page);
  const names = ["Earlier version", "Later version", "Copy the answer", "Answer again", "More actions for the answer"];
  const controls = [...names, "12 sources"].map((name) => row.getByRole("button", { name, exact: true }));
  await expectEventually(async () => {
    const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
    const middles = boxes.map((box) => box && Math.round(box.y + box.height / 2));
    const isInside = boxes.every((box) => box && box.x >= 0 && box.x + box.width <= 360 && box.height >= 40);
    return isInside ? new Set(middles).size : middles;
  }).toBe(1);
  expect(await row.getByRole("button", { name: "Try another model" }).count()).toBe(0);

  await chooseForMessage(page, row, "Try another model");
  await page.getByRole("listbox", { name: "Models" }).getByRole("option", { name: "scripted-small" }).click();
  await expectVisible(row, "3 of 3");
  await expectEventually(() => row.getAttribute("aria-label")).toBe("scripted-small");
});
