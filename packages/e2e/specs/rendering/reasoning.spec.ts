import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { ask, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const reasoningText = "First the river. **Then** the sea.\n\n- one\n- two";

test("a model's reasoning is collapsed above its answer, is labelled while the model is thinking, expands on request, and is still there but not copied after a reload", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openNewConversation(page, fixture.url);
  const answer = lastAnswer(page);
  const reasoningButton = answer.getByRole("button", { name: "Thought process" });
  await ask(page, "Do not think");
  expect(await reasoningButton.count()).toBe(0);

  models.pauseAfter(0);
  await send(page, `Think [[think: ${reasoningText}]] [[answer: The answer itself.]]`);
  await models.whenPaused();
  const thinkingButton = answer.getByRole("button", { name: "Thinking…" });
  await thinkingButton.waitFor();
  expect(await thinkingButton.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");

  await thinkingButton.click();
  await expectVisible(answer, /First the river\./);
  const box = answer.getByRole("region", { name: "Thought process" });
  expect((await box.boundingBox())?.height).toBeLessThanOrEqual(240);

  models.resume();
  await waitForAnswerEnd(page);
  expect(await reasoningButton.getAttribute("aria-expanded")).toBe("true");
  await expectVisible(answer, "The answer itself.");
  expect(await answer.getByRole("listitem").allTextContents()).toEqual(["one", "two"]);
  await reasoningButton.press("Enter");
  await expectEventually(() => reasoningButton.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");

  await page.reload();
  await reasoningButton.waitFor();
  expect(await reasoningButton.getAttribute("aria-expanded")).toBe("false");
  expect(await answer.textContent()).not.toContain("river");
  await answer.getByRole("button", { name: "Copy the answer" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("The answer itself.");
  await reasoningButton.click();
  await expectVisible(answer, /First the river\./);
});
