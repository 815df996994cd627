import { expect, test } from "vitest";
import { readStoredConversations } from "../../support/browser/browserStorage.ts";
import { lastAnswer, openNewConversation, startNewChat, waitForAnswerText } from "../../support/pages/chatControls.ts";
import { ask, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a model is chosen by name in a drop-down, by keyboard alone, and a new conversation starts with it; the guide answers when it is chosen, and says that it is not a language model", async () => {
  const { models } = fixture.workspace;
  const { page, userId } = await fixture.openSignedIn();
  /** The field shows a choice a moment before it is stored. */
  const waitUntilStored = (name: string) =>
    expectEventually(async () => {
      const { conversationHistory } = await readStoredConversations(page, userId);
      return conversationHistory.some(({ messages, modelId }) => messages.length === 0 && modelId?.includes(name));
    }).toBe(true);
  /** The models that were asked this. The model server also gets what other tests have left running. */
  const listAskedModels = (question: string) =>
    models.chats().flatMap(({ prompt, body }) => (prompt === question ? [body?.model] : []));
  await openNewConversation(page, fixture.url);
  const selector = page.getByRole("combobox", { name: "Model" });
  await selector.click();
  const options = page.getByRole("listbox").getByRole("option");
  await expectEventually(() => options.count()).toBe(3);
  await expectVisible(
    options.filter({ hasText: "Built-in guide" }),
    /^Not a language model: it quotes this workspace’s own help/,
  );
  expect((await options.allTextContents()).slice(0, 2)).toEqual(["scripted-large", "scripted-small"]);
  await selector.fill("small");
  await expectEventually(() => options.count()).toBe(1);
  await selector.fill("nothing like this");
  await expectVisible(page, "No models match.");
  await selector.fill("SMALL");
  await page.keyboard.press("Enter");
  await expectEventually(() => selector.inputValue()).toBe("scripted-small");
  await waitUntilStored("scripted-small");

  await ask(page, "Who are you?");
  await waitForAnswerText(page, "A scripted title");
  expect(await lastAnswer(page).getAttribute("aria-label")).toBe("scripted-small");
  await expectVisible(page.getByRole("banner"), "scripted-small");
  expect(listAskedModels("Who are you?")).toEqual(["scripted-small"]);
  await startNewChat(page);
  await expectEventually(() => selector.inputValue()).toBe("scripted-small");

  await selector.click();
  await page.getByRole("option", { name: /^Built-in guide/ }).click();
  await waitUntilStored("guide");
  await ask(page, "How do I connect a model?");
  await expectEventually(() => lastAnswer(page).textContent()).toContain(
    "I am the built-in guide, not a language model",
  );
  await expectVisible(lastAnswer(page), "Connecting a model");
  expect(await lastAnswer(page).getAttribute("aria-label")).toBe("Built-in guide");
  await ask(page, "show a table");
  await lastAnswer(page).getByRole("table").waitFor();
  for (const question of ["How do I connect a model?", "show a table"]) expect(listAskedModels(question)).toEqual([]);
});
