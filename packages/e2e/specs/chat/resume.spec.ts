import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { chatsOf, lastAnswer, openNew, stopButton, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { listOf, openWorkspace, rowOf, see, send } from "../../support/screen.ts";
import { startBreakableWay } from "../../support/startBreakableWay.ts";

const way = await startBreakableWay();
const stage = openStage({ environment: way.environment });
afterEach(() => {
  way.mend();
  stage.workspace.models.reset();
});
afterAll(() => way.close());

/** Asks for 80 tokens and comes back when 20 of them are shown and the model waits. */
async function askForMuch(page: Page): Promise<void> {
  stage.workspace.models.hold(20);
  await send(page, "Tell me [[tokens: 80]]");
  await stage.workspace.models.whenHeld();
  await untilAnswerSays(page, words(20));
}

/** Lets the model go on and waits for the end: every token is there, once. */
async function untilWhole(page: Page): Promise<void> {
  stage.workspace.models.release();
  await untilAnswerSays(page, words(80));
  await untilDone(page);
}

describe.each(["local", "cloud"] as const)("an answer in a %s conversation", (storage) => {
  test("goes on where it was when the page is reloaded in its middle", async () => {
    const { page } = await stage.enter();
    await openNew(page, stage.url, storage);
    await askForMuch(page);
    await page.reload();
    await untilAnswerSays(page, words(20));
    await stopButton(page).waitFor();
    await untilWhole(page);
    await page.reload();
    await untilAnswerSays(page, words(80));
    expect(chatsOf(stage.workspace.models)).toHaveLength(1);
  });

  test("is whole when it ended while the page was away", async () => {
    const { models } = stage.workspace;
    const { page } = await stage.enter();
    await openNew(page, stage.url, storage);
    await askForMuch(page);
    const address = page.url();
    await page.goto("about:blank");
    models.release();
    await chatsOf(models)[0]?.closed;
    await page.goto(address);
    await untilAnswerSays(page, words(80));
    await untilDone(page);
    expect(chatsOf(models)).toHaveLength(1);
  });

  test("goes on when its connection is cut in its middle, and the next ones too", async () => {
    const { page } = await stage.enter();
    await openNew(page, stage.url, storage);
    await askForMuch(page);
    way.cut();
    await see(lastAnswer(page), "Reconnecting to the answer …");
    await untilAnswerSays(page, `${words(20)} Reconnecting to the answer …`);
    way.mend();
    await untilAnswerSays(page, words(20));
    way.cut();
    await see(lastAnswer(page), "Reconnecting to the answer …");
    stage.workspace.models.release();
    await chatsOf(stage.workspace.models)[0]?.closed;
    way.mend();
    await untilWhole(page);
    expect(chatsOf(stage.workspace.models)).toHaveLength(1);
    await page.reload();
    await untilAnswerSays(page, words(80));
  });

  test("can be stopped after a reload", async () => {
    const { page } = await stage.enter();
    await openNew(page, stage.url, storage);
    await askForMuch(page);
    await page.reload();
    await untilAnswerSays(page, words(20));
    await stopButton(page).click();
    await chatsOf(stage.workspace.models)[0]?.aborted;
    await see(lastAnswer(page), "Stopped");
    await untilAnswerSays(page, words(20));
  });

  test("comes to its end in a second tab too", async () => {
    const { page, context } = await stage.enter();
    await openNew(page, stage.url, storage);
    await askForMuch(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await untilAnswerSays(second, words(20));
    await stopButton(second).waitFor();
    stage.workspace.models.release();
    for (const tab of [page, second]) {
      await untilAnswerSays(tab, words(80));
      await untilDone(tab);
    }
    expect(chatsOf(stage.workspace.models)).toHaveLength(1);
  });
});

test("an answer in a cloud conversation is seen as it comes on another device of the same person", async () => {
  const { page, email } = await stage.enter();
  await openNew(page, stage.url, "cloud");
  await askForMuch(page);
  const { page: elsewhere } = await stage.enter({ email });
  await openWorkspace(elsewhere, stage.url);
  await rowOf(elsewhere, "New Conversation").click();
  await untilAnswerSays(elsewhere, words(20));
  stage.workspace.models.release();
  for (const place of [page, elsewhere]) await untilAnswerSays(place, words(80));
  await untilDone(elsewhere);
  await see(listOf(elsewhere), "A scripted title");
});
