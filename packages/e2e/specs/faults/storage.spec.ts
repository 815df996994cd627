import { expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { alerts, openNew, startOver, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { alertSaying, ask, composer, questions, see, send, soon } from "../../support/screen.ts";

const stage = openStage();

const storageFull =
  "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.";

test("where localStorage is full everything works on; only a draft does not outlive the page", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  await ask(page, "Without a place for drafts [[answer: Here.]]");
  await untilAnswerSays(page, "Here.");
  await composer(page).fill("Typed, and in the field");
  const address = page.url();
  await startOver(page);
  await see(page, "Start a new conversation.");
  await ask(page, "In another one [[answer: There.]]");
  await page.goto(address);
  await untilAnswerSays(page, "Here.");
  await soon(() => composer(page).inputValue()).toBe("Typed, and in the field");
  expect(await alerts(page).count()).toBe(0);
  await page.reload();
  await untilAnswerSays(page, "Here.");
});

test("where the browser's disk fills up in the middle of an answer, the answer stays on the screen and the notice says what to do", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  models.hold(20);
  await send(page, "Tell me [[tokens: 60]]");
  await models.whenHeld();
  await untilAnswerSays(page, words(20));
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
  });
  models.release();
  await alertSaying(page, storageFull).waitFor();
  await alertSaying(page, "The answer could not be saved. Copy it before you leave this page.").waitFor();
  await untilAnswerSays(page, words(60));
  await untilDone(page);
  await page.reload();
  await see(questions(page).last(), "Tell me [[tokens: 60]]");
  await untilAnswerSays(page, words(60));
});

test("a tab with a newer version takes the browser's storage over: this one says so, and what is typed stays", async () => {
  const { page, context, userId } = await stage.enter();
  await openNew(page, stage.url);
  await ask(page, "Before [[answer: Here.]]");
  const newer = await context.newPage();
  await newer.goto(`${stage.url}/healthz`);
  await newer.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name, 99);
        opening.onsuccess = resolve;
        opening.onerror = () => reject(opening.error);
      }),
    `lectern.${userId}`,
  );
  const reason = "A newer version of this page is open in another tab. Reload this one to go on.";
  await alertSaying(page, reason).waitFor();
  await untilAnswerSays(page, "Here.");
  await send(page, "After");
  await soon(() => composer(page).inputValue()).toBe("After");
  await alertSaying(page, reason).waitFor();
  expect(await questions(page).count()).toBe(1);
});
