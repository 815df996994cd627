import { expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  chatsOf,
  lastAnswer,
  openNew,
  sendButton,
  stopButton,
  untilAnswerSays,
  untilDone,
} from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { composer, see, send } from "../../support/screen.ts";

const stage = openStage();

test.each(["local", "cloud"] as const)(
  "stopping an answer ends the model's call; the text of a %s conversation stays, and one can go on",
  async (storage) => {
    const { models } = stage.workspace;
    const { page } = await stage.enter();
    await openNew(page, stage.url, storage);
    models.hold(12);
    await send(page, "Tell me [[tokens: 90]]");
    await models.whenHeld();
    await untilAnswerSays(page, words(12));
    const call = chatsOf(models).at(-1);
    expect(call?.isAborted).toBe(false);

    await stopButton(page).click();
    await call?.aborted;
    await untilDone(page);
    await see(lastAnswer(page), "Stopped");
    await untilAnswerSays(page, words(12));
    expect(await alerts(page).count()).toBe(0);

    await page.reload();
    await see(lastAnswer(page), "Stopped");
    await untilAnswerSays(page, words(12));
    models.release();
    await send(page, "Go on [[answer: Here is more.]]");
    await untilAnswerSays(page, "Here is more.");
    expect(chatsOf(models).at(-1)?.body?.messages).toContainEqual({ role: "assistant", content: words(12) });
  },
);

test("an answer can be stopped before its first word, and asked for again", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  models.hold(0);
  await send(page, "Tell me [[answer: Here it is.]]");
  await models.whenHeld();
  await stopButton(page).click();
  await chatsOf(models).at(-1)?.aborted;
  await see(lastAnswer(page), "Stopped");
  models.release();
  await page.getByRole("button", { name: "Try again" }).click();
  await untilAnswerSays(page, "Here it is.");
});

test("[C4.13] [C9.11a] 1000 ms after Stop nothing streams any more, even when the kill request is never answered", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  const kills: unknown[] = [];
  await page.route("**/chat", async (route) => {
    const body = route.request().postDataJSON();
    if (body.killSwitch) kills.push(body);
    else await route.continue();
  });
  models.hold(7);
  await send(page, "Tell me [[tokens: 90]]");
  await untilAnswerSays(page, words(7));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await stopButton(page).click();
  await see(lastAnswer(page), "Stopping …");
  await page.clock.runFor(990);
  await see(lastAnswer(page), "Stopping …");
  expect(await stopButton(page).count()).toBe(1);
  expect(await lastAnswer(page).getAttribute("aria-busy")).toBe("true");
  expect(kills).toEqual([{ killSwitch: { requestId: expect.any(String), value: true } }]);

  await page.clock.runFor(10);
  await untilDone(page);
  await see(lastAnswer(page), "Stopped");
  await untilAnswerSays(page, words(7));
  await page.clock.resume();
  await composer(page).fill("Next");
  expect(await sendButton(page).getAttribute("aria-disabled")).toBeNull();
  expect(await page.getByRole("button", { name: "Chat settings" }).getAttribute("aria-disabled")).toBeNull();
});
