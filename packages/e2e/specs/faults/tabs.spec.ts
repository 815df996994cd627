import { describe, expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { alerts, chatsOf, openNew, stopButton, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { answers, ask, questions, see, send, soon } from "../../support/screen.ts";

const stage = openStage();

describe.each(["local", "cloud"] as const)("a %s conversation", (storage) => {
  test("that is open in two tabs is written by one at a time, and both show the same", async () => {
    const { models } = stage.workspace;
    const { page, context } = await stage.enter();
    await openNew(page, stage.url, storage);
    await ask(page, "First [[answer: One.]]");
    const second = await context.newPage();
    await second.goto(page.url());
    await untilAnswerSays(second, "One.");

    models.hold(20);
    await send(page, "Second [[tokens: 60]]");
    await models.whenHeld();
    await untilAnswerSays(second, words(20));
    await stopButton(second).waitFor();
    models.release();
    for (const tab of [page, second]) {
      await untilAnswerSays(tab, words(60));
      await untilDone(tab);
    }
    await ask(second, "Third, from the other tab [[answer: Three.]]");
    for (const tab of [page, second]) {
      await untilAnswerSays(tab, "Three.");
      await soon(() => questions(tab).count()).toBe(3);
      await soon(() => answers(tab).count()).toBe(3);
      expect(await alerts(tab).count()).toBe(0);
    }
    expect(chatsOf(models)).toHaveLength(3);
  });

  test("whose tab is closed in the middle of an answer has all of it in the next tab", async () => {
    const { models } = stage.workspace;
    const { page, context } = await stage.enter();
    await openNew(page, stage.url, storage);
    models.hold(20);
    await send(page, "Tell me [[tokens: 60]]");
    await models.whenHeld();
    await untilAnswerSays(page, words(20));
    const address = page.url();
    await page.close({ runBeforeUnload: true });
    models.release();
    const next = await context.newPage();
    await next.goto(address);
    await untilAnswerSays(next, words(60));
    await untilDone(next);
    await see(questions(next).last(), "Tell me [[tokens: 60]]");
    expect(chatsOf(models)).toHaveLength(1);
  });
});
