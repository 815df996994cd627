import { getAvailableModels } from "@lectern/contract";
import { expect, test } from "vitest";
import { chatsOf, lastAnswer, openNew, postOf, startOver, untilAnswerSays } from "../../support/chatControls.ts";
import { failOp } from "../../support/interceptOp.ts";
import { openStage } from "../../support/openStage.ts";
import { ask, openWorkspace, see, soon } from "../../support/screen.ts";

const stage = openStage();

test("a model is chosen in a drop-down by its name, with the keyboard alone, and a new conversation begins with it", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  const selector = page.getByRole("combobox", { name: "Model" });
  await selector.click();
  const options = page.getByRole("listbox").getByRole("option");
  await soon(() => options.count()).toBe(3);
  await see(options.filter({ hasText: "Built-in guide" }), "Not a language model");
  await see(options.filter({ hasText: "Built-in guide" }), /^Not a language model: it quotes this workspace's own help/);
  await see(options.filter({ hasText: "scripted-small" }), "OpenAI-compatible");
  await selector.fill("small");
  await soon(() => options.count()).toBe(1);
  await selector.fill("nothing like this");
  await see(page, "No models match.");
  await selector.fill("SMALL");
  await page.keyboard.press("Enter");
  await soon(() => selector.inputValue()).toBe("scripted-small");

  await ask(page, "Who are you?");
  await untilAnswerSays(page, "A scripted title");
  expect(await lastAnswer(page).getAttribute("aria-label")).toBe("scripted-small");
  await see(page.getByRole("banner"), "scripted-small");
  expect(models.chats().map(({ body }) => body?.model)).not.toContain("scripted-large");
  await startOver(page);
  await soon(() => selector.inputValue()).toBe("scripted-small");
});

test("another model can be chosen for a conversation that has begun, and is kept with it", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url, "cloud");
  await ask(page, "First [[answer: One.]]");
  await page.getByRole("button", { name: "Chat settings" }).click();
  const selector = page.getByRole("combobox", { name: "Model" });
  await selector.click();
  await page.getByRole("option", { name: /^scripted-small/ }).click();
  await soon(() => selector.inputValue()).toBe("scripted-small");
  await page.keyboard.press("Escape");
  await selector.waitFor({ state: "detached" });
  const { body } = await postOf(page, () => ask(page, "Second"));
  expect(body.model).toMatch(/scripted-small/);
  await page.reload();
  await see(page.getByRole("banner"), "scripted-small");
});

test("the guide answers where it is chosen, and says that it is no language model", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: /^Built-in guide/ }).click();
  await ask(page, "How do I connect a model?");
  await soon(() => lastAnswer(page).textContent()).toContain("I am the built-in guide, not a language model");
  await see(lastAnswer(page), "Connecting a model");
  expect(await lastAnswer(page).getAttribute("aria-label")).toBe("Built-in guide");
  await ask(page, "show a table");
  await lastAnswer(page).getByRole("table").waitFor();
  expect(chatsOf(models)).toEqual([]);
});

test("[A8.34] where the models cannot be had, the error has its title, its message, the request's id and a working way to try again", async () => {
  const { page } = await stage.enter();
  const mend = await failOp(page, getAvailableModels, "The catalogue is closed.");
  await openWorkspace(page, stage.url);
  const error = page.getByRole("alert").filter({ hasText: "Failed to Retrieve Models" });
  await error.getByRole("heading", { name: "Failed to Retrieve Models" }).waitFor();
  await see(error, "There was a problem retrieving the available models, please contact our support team.");
  await see(error, /request-of-the-test/);
  await mend();
  await error.getByRole("button", { name: "Try again" }).click();
  await soon(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("scripted-large");
  await error.waitFor({ state: "detached" });
  await ask(page, "Now? [[answer: Now.]]");
  await untilAnswerSays(page, "Now.");
});
