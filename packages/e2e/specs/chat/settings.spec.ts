import { clearMessages, getAvailableModels } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  answerStorageQuestion,
  captureChatRequest,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, pauseOp } from "../../support/interceptOp.ts";
import { chooseInHeader } from "../../support/messageControls.ts";
import {
  alertWithText,
  ask,
  clickDialogButton,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** The output limit of the scripted model is unknown, so the default applies. */
const outputLimit = 4096;
const question = "Are you sure you want to clear all messages?";

const slider = (page: Page, name: "Temperature" | "Response Length") => page.getByRole("slider", { name });
const readSetting = (page: Page, name: "Temperature" | "Response Length") =>
  slider(page, name).getAttribute("aria-valuenow");
const openSettings = (page: Page) => page.getByRole("button", { name: "Advanced settings" }).click();

async function press(page: Page, name: "Temperature" | "Response Length", key: string, times = 1): Promise<void> {
  for (let count = 0; count < times; count++) await slider(page, name).press(key);
}

test("[C2.05] an empty conversation has its text, the model selector that loads first, the storage toggle and the advanced settings", async () => {
  const { page } = await fixture.openSignedIn();
  const { reached, release } = await pauseOp(page, getAvailableModels);
  await openWorkspace(page, fixture.url);
  await reached;
  await expectVisible(page, "Start a new conversation.");
  await expectVisible(page, "Loading Models...");
  await answerStorageQuestion(page, "This browser");
  await page.getByRole("button", { name: /^This browser,/ }).waitFor();
  await composer(page).fill("Too early");
  await page.keyboard.press("Enter");
  await alertWithText(page, "The models are still being loaded").waitFor();
  expect(await composer(page).inputValue()).toBe("Too early");
  release();
  const selector = page.getByRole("combobox", { name: "Model" });
  await expectEventually(() => selector.inputValue()).toBe("scripted-large");
  expect(await page.getByText("Loading Models...").count()).toBe(0);

  await openSettings(page);
  await page.getByRole("textbox", { name: "System prompt" }).waitFor();
  await slider(page, "Temperature").waitFor();
  await slider(page, "Response Length").waitFor();
  for (const caption of ["Concise", "Average", "Verbose"]) await expectVisible(page, caption);
});

test("[C2.30b] [C9.05] the temperature goes from 0 to 1 by tenths and starts at 1; the response length goes from 0 to 6 by tenths, starts at 3, and is that share of the model's limit", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await openSettings(page);
  for (const caption of ["Precise", "Neutral", "Creative"]) await expectVisible(page, caption);
  const thumb = slider(page, "Response Length");
  expect(await thumb.getAttribute("aria-valuemin")).toBe("0");
  expect(await thumb.getAttribute("aria-valuemax")).toBe("6");
  expect(await readSetting(page, "Response Length")).toBe("3");
  expect(await readSetting(page, "Temperature")).toBe("1");
  const firstRequest = await captureChatRequest(page, () => ask(page, "With what it begins"));
  expect(firstRequest.body).toMatchObject({ temperature: 1, max_tokens: outputLimit / 2 });
  await page.getByRole("banner").getByRole("button", { name: "Chat settings, temperature 1" }).waitFor();
  expect(await page.getByRole("banner").getByText("Temperature").count()).toBe(0);

  await startNewChat(page);
  await openSettings(page);
  await press(page, "Temperature", "ArrowRight");
  expect(await readSetting(page, "Temperature")).toBe("1");
  await press(page, "Temperature", "ArrowLeft", 3);
  await expectEventually(() => readSetting(page, "Temperature")).toBe("0.7");
  await press(page, "Temperature", "Home");
  await expectEventually(() => readSetting(page, "Temperature")).toBe("0");
  await press(page, "Response Length", "ArrowRight", 15);
  await expectEventually(() => readSetting(page, "Response Length")).toBe("4.5");
  const { body } = await captureChatRequest(page, () => ask(page, "Cold, three quarters"));
  const settings = { temperature: 0, max_tokens: (4.5 / 6) * outputLimit };
  expect(body).toMatchObject(settings);
  expect(listLargeModelChats(models).at(-1)?.body).toMatchObject(settings);
  await expectVisible(page.getByRole("banner"), "· Temperature 0");
  await page.getByRole("banner").getByRole("button", { name: "Chat settings, temperature 0" }).waitFor();

  await page.getByRole("button", { name: "Chat settings" }).click();
  await press(page, "Response Length", "End");
  await expectEventually(() => readSetting(page, "Response Length")).toBe("6");
  await page.keyboard.press("Escape");
  const longestRequest = await captureChatRequest(page, () => ask(page, "All of it"));
  expect(longestRequest.body.max_tokens).toBe(outputLimit);
});

test("the system prompt of a conversation is sent to the model; clearing its messages asks for confirmation, is permanent, and says why if it fails", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "The word is otter [[answer: Understood.]]");
  const systemPromptBefore = listLargeModelChats(models).at(-1)?.body?.messages?.[0];
  expect(systemPromptBefore).toMatchObject({ role: "system", content: expect.stringContaining("Markdown") });
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("textbox", { name: "System prompt" }).fill("Answer in verse.");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "System prompt" }).waitFor({ state: "detached" });

  const clickClear = () => chooseInHeader(page, "Clear messages");
  const permitClearing = await failOp(page, clearMessages, "The shelf is locked.");
  await clickClear();
  await clickDialogButton(page, "Clear messages");
  await expectVisible(page.getByRole("alert"), "The shelf is locked.");
  await waitForAnswerText(page, "Understood.");
  await permitClearing();
  await clickClear();
  await expectVisible(page.getByRole("alertdialog"), question);
  await clickDialogButton(page, "Cancel");
  await waitForAnswerText(page, "Understood.");
  await clickClear();
  await clickDialogButton(page, "Clear messages");
  await expectVisible(page, "Start a new conversation.");

  await page.reload();
  await expectVisible(page, "Start a new conversation.");
  await ask(page, "Which word? [[answer: None.]]");
  await waitForAnswerText(page, "None.");
  expect(await questions(page).count()).toBe(1);
  const lastRequest = listLargeModelChats(models).at(-1)?.body;
  expect(JSON.stringify(lastRequest)).not.toContain("otter");
  expect(lastRequest?.messages?.[0]).toEqual({ role: "system", content: "Answer in verse." });
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expectEventually(() => page.getByRole("textbox", { name: "System prompt" }).inputValue()).toBe(
    "Answer in verse.",
  );
});

test("during an answer its conversation's settings and storage cannot be changed, and its messages cannot be cleared", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(2);
  await send(page, "The first one [[answer: one two three]]");
  await models.whenPaused();
  const controls = [/^Chat settings/, /^This browser,/].map((name) => page.getByRole("button", { name }));
  for (const control of controls) {
    await expectEventually(() => control.getAttribute("aria-disabled")).toBe("true");
    await control.click({ force: true });
  }
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  const clearItem = page.getByRole("menuitem", { name: "Clear messages" });
  expect(await clearItem.getAttribute("aria-disabled")).toBe("true");
  await clearItem.click({ force: true });
  await page.keyboard.press("Escape");
  await waitForAnswerText(page, "one two");
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(await page.getByRole("dialog").count()).toBe(0);
  models.resume();
  await waitForAnswerEnd(page);
  for (const control of controls) await expectEventually(() => control.getAttribute("aria-disabled")).toBe(null);
});
