import { type FlagName, getAvailableModels, getFeatureFlags, type Model, optimizePrompt } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openNewChat } from "../../testing/chatSteps.ts";
import { createFlags, createModel, createModels } from "../../testing/defaultAnswers.ts";
import { contentField, openNewPrompt, openPrompts, promptEditor } from "../../testing/promptPanel.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, dialogNamed, eventually } from "../../testing/screen.ts";
import { stubPrompts } from "../../testing/stubFolders.ts";
import { failOp, listInputs, stubOp } from "../../testing/stubServer.ts";

const optimizeButton = () => page.getByRole("button", { name: "Optimize prompt" });
const dialog = () => dialogNamed("Optimize prompt");
const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const pane = (name: string) => dialog().getByRole("region", { name });
const stubFlags = (flags: Partial<Record<FlagName, boolean>>) => stubOp(getFeatureFlags, createFlags(flags));

beforeEach(() => {
  stubFlags({ promptOptimizer: true });
  stubOp(optimizePrompt, { prompt_template: "Explain entropy to students." });
});

async function openOptimizer(text = "explain entropy"): Promise<void> {
  await openNewChat();
  await composer().fill(text);
  await optimizeButton().click();
  await expect.element(dialog()).toBeVisible();
}

test("[C1.11] a prompt is optimized by a helper: both versions are shown, one is chosen, and that can be undone", async () => {
  await openOptimizer();
  await expect.element(pane("Before").getByText("explain entropy", { exact: true })).toBeVisible();
  await expect.element(pane("After").getByText("Explain entropy to students.", { exact: true })).toBeVisible();
  await press("Keep mine");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue("explain entropy");
  await optimizeButton().click();
  await press("Use it");
  await expect.element(composer()).toHaveValue("Explain entropy to students.");
  // The result is kept, so that looking twice does not cost twice.
  expect(listInputs(optimizePrompt)).toEqual([{ prompt: "explain entropy", maxPlaceholders: 3 }]);
  await composer().fill("Explain entropy to students. Briefly.");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.element(composer()).toHaveValue("explain entropy");
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect.element(composer()).toHaveValue("Explain entropy to students. Briefly.");
});

test("placeholders are named, and asked for as those of a prompt; Cancel returns to the choice", async () => {
  stubOp(optimizePrompt, { prompt_template: "Explain {{Topic}} to {{Audience}}." });
  await openOptimizer();
  const names = dialog().getByRole("list", { name: "Placeholders" });
  await expect.element(names).toHaveTextContent("TopicAudience");
  await press("Use it");
  const form = dialogNamed("Optimized prompt");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog()).toBeVisible();
  await expect.element(composer()).toHaveValue("explain entropy");
  await press("Use it");
  await form.getByRole("textbox", { name: "Topic" }).fill("entropy");
  await form.getByRole("textbox", { name: "Audience" }).fill("students");
  await form.getByRole("button", { name: "Insert" }).click();
  await expect.element(composer()).toHaveValue("Explain entropy to students.");
});

test("placeholders can be left as they are", async () => {
  stubOp(optimizePrompt, { prompt_template: "Explain {{Topic}}." });
  await openOptimizer();
  await press("Use without filling in");
  await expect.element(composer()).toHaveValue("Explain {{Topic}}.");
});

test("a failure says so in these words and why, keeps the text, and can be tried again", async () => {
  failOp(optimizePrompt, "The model didn’t return a prompt.", { status: 502, code: "providerFailed" });
  await openOptimizer();
  const alert = dialog().getByRole("alert");
  await expect.element(alert.getByText("Error optimizing prompt. Please try again.", { exact: true })).toBeVisible();
  await expect.element(alert.getByText("The model didn’t return a prompt.", { exact: true })).toBeVisible();
  await expect.element(composer()).toHaveValue("explain entropy");
  stubOp(optimizePrompt, { prompt_template: "Better" });
  await press("Try again");
  await press("Use it");
  await expect.element(composer()).toHaveValue("Better");
});

test("Cancel ends the request and keeps the text", async () => {
  stubOp(optimizePrompt, () => new Promise(() => {}));
  await openOptimizer();
  await expect.element(dialog().getByText("Rewriting your prompt…")).toBeVisible();
  await press("Cancel");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue("explain entropy");
  // A request that still ran would be joined.
  stubOp(optimizePrompt, { prompt_template: "Better" });
  await optimizeButton().click();
  await expect.element(pane("After").getByText("Better")).toBeVisible();
});

test.each<{ case: string; flags: Partial<Record<FlagName, boolean>>; provider: Model["provider"] }>([
  { case: "while the flag is off", flags: { promptOptimizer: false }, provider: "OpenAI-compatible" },
  { case: "with the built-in guide only", flags: { promptOptimizer: true }, provider: "Guide" },
])("is not offered $case", async ({ flags, provider }) => {
  stubFlags(flags);
  stubOp(getAvailableModels, createModels([createModel({ provider })]));
  await openNewChat();
  await composer().fill("explain entropy");
  await expect.element(page.getByRole("button", { name: "Send message" })).toBeVisible();
  expect(optimizeButton().query()).toBeNull();
});

test("is offered only while the field has a text", async () => {
  await openNewChat();
  expect(optimizeButton().query()).toBeNull();
  await composer().fill("explain");
  await expect.element(optimizeButton()).toBeVisible();
  await composer().fill(" ");
  await expect.element(optimizeButton()).not.toBeInTheDocument();
});

test("[A9.11] the editor has 3 rows for the description and 10 for the content, and asks for at most 3 placeholders", async () => {
  stubPrompts();
  stubOp(optimizePrompt, { prompt_template: "Explain {{Topic}}." });
  await renderApp();
  await openPrompts();
  await openNewPrompt();
  await expect.element(promptEditor().getByRole("textbox", { name: "Description" })).toHaveAttribute("rows", "3");
  await expect.element(contentField()).toHaveAttribute("rows", "10");
  await contentField().fill("explain this");
  await promptEditor().getByRole("button", { name: "Optimize prompt" }).click();
  await press("Use it");
  await expect.element(contentField()).toHaveValue("Explain {{Topic}}.");
  await eventually(() => page.getByRole("group", { name: "Variables" }).query()?.textContent).toContain("Topic");
  expect(listInputs(optimizePrompt)).toEqual([{ prompt: "explain this", maxPlaceholders: 3 }]);
  await promptEditor().getByRole("button", { name: "Undo", exact: true }).click();
  await expect.element(contentField()).toHaveValue("explain this");
});
