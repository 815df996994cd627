import { expect, test } from "vitest";
import { lastAnswer, openNew, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { see, send, soon } from "../../support/screen.ts";

const stage = openStage();

const thoughts = "First the river. **Then** the sea.\n\n- one\n- two";

test("what a model thinks is folded above its answer, says that it is thinking while it is, and opens on request", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  models.hold(0);
  await send(page, `Think [[think: ${thoughts}]] [[answer: The answer itself.]]`);
  await models.whenHeld();
  const answer = lastAnswer(page);
  const thinking = answer.getByRole("button", { name: "Thinking…" });
  await thinking.waitFor();
  expect(await thinking.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");

  await thinking.click();
  await see(answer, /First the river\./);
  const box = answer.getByRole("region", { name: "Thought process" });
  expect((await box.boundingBox())?.height).toBeLessThanOrEqual(240);

  models.release();
  await untilDone(page);
  const done = answer.getByRole("button", { name: "Thought process" });
  expect(await done.getAttribute("aria-expanded")).toBe("true");
  await see(answer, "The answer itself.");
  expect(await answer.getByRole("listitem").allTextContents()).toEqual(["one", "two"]);
  await done.press("Enter");
  await soon(() => done.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");
});

test.each(["local", "cloud"] as const)(
  "thoughts of a %s conversation are there after a reload, folded, and are not copied",
  async (storage) => {
    const { page, context } = await stage.enter();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openNew(page, stage.url, storage);
    await send(page, `Think [[think: ${thoughts}]] [[answer: The answer itself.]]`);
    await untilDone(page);
    await page.reload();
    const answer = lastAnswer(page);
    const button = answer.getByRole("button", { name: "Thought process" });
    await button.waitFor();
    expect(await button.getAttribute("aria-expanded")).toBe("false");
    expect(await answer.textContent()).not.toContain("river");
    await answer.getByRole("button", { name: "Copy the answer" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("The answer itself.");
    await button.click();
    await see(answer, /First the river\./);
  },
);

test("an answer without thoughts has no such button", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await send(page, "Do not think");
  await untilDone(page);
  expect(await lastAnswer(page).getByRole("button", { name: "Thought process" }).count()).toBe(0);
});
