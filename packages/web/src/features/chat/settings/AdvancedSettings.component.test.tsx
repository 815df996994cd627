import { getAvailableModels } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alertWithText, waitForAnswerEnd, waitForAnswerText } from "../../../testing/chatPage.ts";
import { ask, complete, openNewChat, sendAndBegin, startNewChat } from "../../../testing/chatSteps.ts";
import { createModel, createModels } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, composer } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { pauseOp, stubOp } from "../../../testing/stubServer.ts";

type Setting = "Temperature" | "Response Length";

const slider = (name: Setting) => page.getByRole("slider", { name });
const openSettings = () => page.getByRole("button", { name: "Advanced settings" }).click();

async function press(name: Setting, key: string, times = 1): Promise<void> {
  slider(name).element().focus();
  for (let count = 0; count < times; count++) await userEvent.keyboard(`{${key}}`);
}

test("[C2.05] an empty conversation has its text, the model selector that loads first, the storage toggle and the advanced settings", async () => {
  const { reached, release } = pauseOp(getAvailableModels);
  await renderApp();
  await reached;
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
  await expect.element(page.getByText("Loading Models...")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^This browser,/ })).toBeVisible();
  await composer().fill("Too early");
  await userEvent.keyboard("{Enter}");
  await expect.element(alertWithText("The models are still being loaded")).toBeVisible();
  await expect.element(composer()).toHaveValue("Too early");
  release();
  await expect.element(page.getByRole("combobox", { name: "Model" })).toHaveValue("scripted-large");
  expect(page.getByText("Loading Models...").elements()).toEqual([]);

  await openSettings();
  await expect.element(page.getByRole("textbox", { name: "System prompt" })).toBeVisible();
  await expect.element(slider("Temperature")).toBeVisible();
  await expect.element(slider("Response Length")).toBeVisible();
  for (const caption of ["Concise", "Average", "Verbose"])
    await expect.element(page.getByText(caption, { exact: true })).toBeVisible();
});

test("[C2.30b] [C9.05] the temperature goes from 0 to 1 by tenths and starts at 1; the response length goes from 0 to 6 by tenths, starts at 3, and is that share of the model's limit", async () => {
  const outputTokenLimit = 6_000;
  stubOp(getAvailableModels, createModels([createModel({ outputTokenLimit })]));
  const chat = stubChat();
  await openNewChat();
  await openSettings();
  for (const caption of ["Precise", "Neutral", "Creative"])
    await expect.element(page.getByText(caption, { exact: true })).toBeVisible();
  await expect.element(slider("Response Length")).toHaveAttribute("aria-valuemin", "0");
  await expect.element(slider("Response Length")).toHaveAttribute("aria-valuemax", "6");
  await expect.element(slider("Response Length")).toHaveAttribute("aria-valuenow", "3");
  await expect.element(slider("Temperature")).toHaveAttribute("aria-valuenow", "1");
  await ask(chat, "With what it begins", "One.");
  expect(chat.answers[0]?.request).toMatchObject({ temperature: 1, max_tokens: outputTokenLimit / 2 });
  await expect.element(banner().getByRole("button", { name: "Chat settings, temperature 1" })).toBeVisible();
  expect(banner().getByText("Temperature").elements()).toEqual([]);

  await startNewChat();
  await openSettings();
  await expect.element(slider("Temperature")).toBeVisible();
  await press("Temperature", "ArrowRight");
  await expect.element(slider("Temperature")).toHaveAttribute("aria-valuenow", "1");
  await press("Temperature", "ArrowLeft", 3);
  await expect.element(slider("Temperature")).toHaveAttribute("aria-valuenow", "0.7");
  await press("Temperature", "Home");
  await expect.element(slider("Temperature")).toHaveAttribute("aria-valuenow", "0");
  await press("Response Length", "ArrowRight", 15);
  await expect.element(slider("Response Length")).toHaveAttribute("aria-valuenow", "4.5");
  await ask(chat, "Cold, three quarters", "Two.");
  expect(chat.answers[1]?.request).toMatchObject({ temperature: 0, max_tokens: (4.5 / 6) * outputTokenLimit });
  await expect.element(banner().getByText("· Temperature 0")).toBeVisible();
  const settingsButton = banner().getByRole("button", { name: "Chat settings, temperature 0" });
  await settingsButton.click();
  await expect.element(slider("Response Length")).toBeVisible();
  await press("Response Length", "End");
  await expect.element(slider("Response Length")).toHaveAttribute("aria-valuenow", "6");
  await userEvent.keyboard("{Escape}");
  await ask(chat, "All of it", "Three.");
  expect(chat.answers[2]?.request.max_tokens).toBe(outputTokenLimit);
});

test("during an answer its conversation's settings and storage cannot be changed, and its messages cannot be cleared", async () => {
  const chat = stubChat();
  await openNewChat();
  const answer = await sendAndBegin(chat, "The first one");
  answer.write("one two");
  await waitForAnswerText("one two");
  const controls = [/^Chat settings/, /^This browser,/].map((name) => page.getByRole("button", { name }));
  for (const control of controls) {
    await expect.element(control).toHaveAttribute("aria-disabled", "true");
    await control.click({ force: true });
  }
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  const clearItem = page.getByRole("menuitem", { name: "Clear messages" });
  await expect.element(clearItem).toHaveAttribute("aria-disabled", "true");
  await clearItem.click({ force: true });
  await userEvent.keyboard("{Escape}");
  await waitForAnswerText("one two");
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
  expect(page.getByRole("dialog").elements()).toEqual([]);
  await complete(answer, " three");
  await waitForAnswerEnd();
  for (const control of controls) await expect.element(control).not.toHaveAttribute("aria-disabled");
});
