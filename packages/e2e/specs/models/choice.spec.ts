import { getAvailableModels } from "@lectern/contract";
import { expect, test } from "vitest";
import { readStoredConversations } from "../../support/browserStorage.ts";
import {
  captureChatRequest,
  chooseStorage,
  lastAnswer,
  openNewConversation,
  startNewChat,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { ask, composer, expectEventually, expectVisible, openWorkspace, send } from "../../support/screen.ts";

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

test("[A8.34] where the models cannot be loaded, the error has its title, its message, the request id and a working retry; another model can be chosen for an existing conversation and is stored with it", async () => {
  const { page } = await fixture.openSignedIn();
  const restoreOp = await failOp(page, getAvailableModels, "The catalogue is closed.");
  await openWorkspace(page, fixture.url);
  const error = page.getByRole("alert").filter({ hasText: "Failed to Retrieve Models" });
  await error.getByRole("heading", { name: "Failed to Retrieve Models" }).waitFor();
  await expectVisible(error, "There was a problem retrieving the available models, please contact our support team.");
  await expectVisible(error, /request-of-the-test/);
  await restoreOp();
  await error.getByRole("button", { name: "Try again" }).click();
  const selector = page.getByRole("combobox", { name: "Model" });
  await expectEventually(() => selector.inputValue()).toBe("scripted-large");
  await error.waitFor({ state: "detached" });
  await chooseStorage(page, "cloud");
  await ask(page, "Now? [[answer: Now.]]");
  await waitForAnswerText(page, "Now.");

  await page.getByRole("button", { name: "Chat settings" }).click();
  await selector.click();
  await page.getByRole("option", { name: /^scripted-small/ }).click();
  await expectEventually(() => selector.inputValue()).toBe("scripted-small");
  await page.keyboard.press("Escape");
  await selector.waitFor({ state: "detached" });
  const { body } = await captureChatRequest(page, () => ask(page, "Second"));
  expect(body.model).toMatch(/scripted-small/);
  await page.reload();
  await expectVisible(page.getByRole("banner"), "scripted-small");
});

test("the model of a conversation is changed at its name in the header, by keyboard alone, but not while an answer is being written; another model can answer a question again without becoming the conversation's model", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First");
  const modelButton = (name: string) => page.getByRole("banner").getByRole("button", { name });
  await modelButton("scripted-large").focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search models" });
  await expectEventually(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await checkAxeInBothThemes(page, "the models of the header");
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  await expectEventually(() => modelButton("scripted-large").evaluate((each) => each === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.press("Enter");
  await search.waitFor();
  await page.keyboard.type("small");
  await page.keyboard.press("Enter");
  await modelButton("scripted-small").waitFor();
  const { body } = await captureChatRequest(page, () => ask(page, "Second"));
  expect(body.model).toMatch(/scripted-small/);

  const otherModelButton = lastAnswer(page).getByRole("button", { name: "Try another model" });
  await otherModelButton.focus();
  await page.keyboard.press("Enter");
  const otherModels = page.getByRole("listbox", { name: "Models" });
  await otherModels.getByRole("option", { name: "scripted-small", selected: true }).waitFor();
  await otherModels.getByRole("option", { name: "scripted-large", selected: false }).waitFor();
  await page.keyboard.type("large");
  await page.keyboard.press("Enter");
  await expectEventually(() => lastAnswer(page).getAttribute("aria-label")).toBe("scripted-large");
  // The answer that had the focus is gone.
  await expectEventually(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await expectVisible(lastAnswer(page), "2 of 2");
  await modelButton("scripted-small").waitFor();

  models.script({ answer: "One two three", hangAfter: 1 }, "scripted-small");
  await send(page, "Third");
  await expectEventually(() => lastAnswer(page).getAttribute("aria-busy")).toBe("true");
  expect(await modelButton("scripted-small").getAttribute("aria-disabled")).toBe("true");
  await modelButton("scripted-small").click({ force: true });
  expect(await search.count()).toBe(0);
  await waitForAnswerText(page, "One");
  models.resume();
  await waitForAnswerText(page, "One two three");
});
