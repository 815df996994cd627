import { expect, test } from "vitest";
import { chatsOf, lastAnswer, openNew, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { answers, ask, questions, see, soon } from "../../support/screen.ts";

const stage = openStage();

test.each(["local", "cloud"] as const)("another answer in a %s conversation keeps the earlier one", async (storage) => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url, storage);
  models.script({ answer: "The first answer." }, "scripted-large");
  await ask(page, "Which one?");
  expect(await lastAnswer(page).getByRole("group", { name: "Versions of the answer" }).count()).toBe(0);

  models.script({ answer: "The second answer." }, "scripted-large");
  await lastAnswer(page).getByRole("button", { name: "Answer again" }).click();
  await untilAnswerSays(page, "The second answer.");
  await untilDone(page);
  const versions = lastAnswer(page).getByRole("group", { name: "Versions of the answer" });
  await see(versions, "2 of 2");
  expect(await answers(page).count()).toBe(1);
  const [first, second] = chatsOf(models);
  expect(second?.body?.messages).toEqual(first?.body?.messages);

  await versions.getByRole("button", { name: "Earlier version" }).click();
  await untilAnswerSays(page, "The first answer.");
  await see(versions, "1 of 2");
  expect(await versions.getByRole("button", { name: "Earlier version" }).getAttribute("aria-disabled")).toBe("true");
  models.script({ answer: "Then this follows." }, "scripted-large");
  await ask(page, "And then?");
  expect(await questions(page).count()).toBe(2);
  expect(chatsOf(models).at(-1)?.body?.messages?.slice(1)).toEqual([
    { role: "user", content: "Which one?" },
    { role: "assistant", content: "The first answer." },
    { role: "user", content: "And then?" },
  ]);

  const firstVersions = answers(page).first().getByRole("group", { name: "Versions of the answer" });
  await firstVersions.getByRole("button", { name: "Later version" }).click();
  await untilAnswerSays(page, "The second answer.");
  expect(await questions(page).count()).toBe(1);
  await page.reload();
  await see(lastAnswer(page), "2 of 2");
  await untilAnswerSays(page, "The second answer.");
  await page.getByRole("button", { name: "Earlier version" }).click();
  await soon(() => answers(page).count()).toBe(2);
  await untilAnswerSays(page, "Then this follows.");
});

test("no other answer can be asked for, and no other version shown, while one is being written", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await ask(page, "First [[answer: One.]]");
  models.hold(1);
  await lastAnswer(page).getByRole("button", { name: "Answer again" }).click();
  await models.whenHeld();
  expect(await page.getByRole("button", { name: "Answer again" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Earlier version" }).count()).toBe(0);
  models.release();
  await untilDone(page);
  await see(lastAnswer(page), "2 of 2");
});

test("an answer is copied as the Markdown it was written in", async () => {
  const { page, context } = await stage.enter();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openNew(page, stage.url);
  await ask(page, "Copy me [[answer: A **river** and a `lake`.]]");
  await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).click();
  await lastAnswer(page).getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("A **river** and a `lake`.");
  await questions(page).first().getByRole("button", { name: "Copy the message" }).click();
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Copy me \[\[answer/);
});
