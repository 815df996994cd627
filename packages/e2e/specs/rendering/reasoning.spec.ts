import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const thoughts = "First the river. **Then** the sea.\n\n- one\n- two";

test("a model's reasoning is collapsed above its answer, is labelled while the model is thinking, and expands on request", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(0);
  await send(page, `Think [[think: ${thoughts}]] [[answer: The answer itself.]]`);
  await models.whenPaused();
  const answer = lastAnswer(page);
  const thinking = answer.getByRole("button", { name: "Thinking…" });
  await thinking.waitFor();
  expect(await thinking.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");

  await thinking.click();
  await expectVisible(answer, /First the river\./);
  const box = answer.getByRole("region", { name: "Thought process" });
  expect((await box.boundingBox())?.height).toBeLessThanOrEqual(240);

  models.resume();
  await waitForAnswerEnd(page);
  const done = answer.getByRole("button", { name: "Thought process" });
  expect(await done.getAttribute("aria-expanded")).toBe("true");
  await expectVisible(answer, "The answer itself.");
  expect(await answer.getByRole("listitem").allTextContents()).toEqual(["one", "two"]);
  await done.press("Enter");
  await expectEventually(() => done.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");
});

test.each(["local", "cloud"] as const)(
  "reasoning in a %s conversation is still there and collapsed after a reload, and is not copied",
  async (storage) => {
    const { page, context } = await fixture.openSignedIn();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openNewConversation(page, fixture.url, storage);
    await send(page, `Think [[think: ${thoughts}]] [[answer: The answer itself.]]`);
    await waitForAnswerEnd(page);
    await page.reload();
    const answer = lastAnswer(page);
    const button = answer.getByRole("button", { name: "Thought process" });
    await button.waitFor();
    expect(await button.getAttribute("aria-expanded")).toBe("false");
    expect(await answer.textContent()).not.toContain("river");
    await answer.getByRole("button", { name: "Copy the answer" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("The answer itself.");
    await button.click();
    await expectVisible(answer, /First the river\./);
  },
);

test("an answer without reasoning has no such button", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await send(page, "Do not think");
  await waitForAnswerEnd(page);
  expect(await lastAnswer(page).getByRole("button", { name: "Thought process" }).count()).toBe(0);
});
