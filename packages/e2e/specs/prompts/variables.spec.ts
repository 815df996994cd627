import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { createPrompts } from "../../support/content/createPrompts.ts";
import { chooseFiles, textFile } from "../../support/pages/attachControls.ts";
import { listLargeModelChats, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { openPrompts, promptRow } from "../../support/pages/promptControls.ts";
import { alertWithText, expectEventually, expectVisible, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const variableDialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const getLastPrompt = () => listLargeModelChats(fixture.workspace.models).at(-1)?.prompt ?? "";

test("[C1.04, C2.07, C5.16, C5.21, C5.24, C5.26] [C2.54] documents of supported types are added in the dialog, must be ready, and are sent with the message; at 390 px the dialog fills the screen, and starts a conversation with the selected model", async () => {
  const { page, api } = await fixture.openSignedIn({ hasTouch: true });
  await createPrompts(
    api,
    { name: "Reader", content: "Read {{paper_to_read:file}} and {{More:files(optional: true, lineNumbers: true)}}" },
    { name: "Small", content: "Say {{Word}} [[answer: Said]]" },
  );
  await openNewConversation(page, fixture.url);
  await openPrompts(page);
  await promptRow(page, "Reader").click();
  const dialog = variableDialog(page, "Reader");
  const startButton = dialog.getByRole("button", { name: "Start", exact: true });
  const expectAlert = (text: string) => dialog.getByRole("alert").getByText(text, { exact: true }).waitFor();
  await startButton.click();
  await expectAlert('Please provide all the required files marked with "*"');
  const chooseFile = async (name: string, file: string, content: string) => {
    const group = dialog.getByRole("group", { name });
    await group.getByRole("button", { name: "Attach documents" }).click();
    const uploadItem = page.getByRole("menuitem", { name: /^Upload from this device/ });
    await chooseFiles(page, () => uploadItem.click(), textFile(file, content));
    return { ready: group.getByText("Ready") };
  };
  await chooseFile("Paper to read", "song.mp3", "la la la");
  await expectVisible(alertWithText(page, "This file type is not supported."), "song.mp3");
  await startButton.click();
  await expectAlert('Please provide all the required files marked with "*"');
  // The upload of the bytes is delayed.
  const reached = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().method() === "PUT") await reached.promise;
    await route.continue();
  });
  const paper = await chooseFile("Paper to read", "paper.txt", "The paper says [[answer: Read it all.]]");
  await startButton.click();
  await expectAlert("Please wait for all documents to finish uploading or remove them from the prompt.");
  reached.resolve();
  await paper.ready.waitFor();
  expect(
    await dialog
      .getByRole("group", { name: "Paper to read" })
      .getByRole("button", { name: "Attach documents" })
      .count(),
  ).toBe(0);
  const more = await chooseFile("More", "more.txt", "first line");
  await dialog.getByRole("group", { name: "More" }).getByRole("button", { name: "Attach documents" }).waitFor();
  await more.ready.waitFor();
  await startButton.click();
  await dialog.waitFor({ state: "detached" });
  await expectEventually(getLastPrompt).toContain("The paper says");
  expect(getLastPrompt()).toContain("Read paper.txt and 1: first line");
  await expectVisible(questions(page).first(), "Read paper.txt and more.txt");
  const includedDocuments = page.getByRole("list", { name: "Included documents" });
  await expectEventually(() => includedDocuments.getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("paper.txt"),
  ]);
  await waitForAnswerEnd(page);

  await page.unrouteAll();
  await page.getByRole("button", { name: "Hide Prompts" }).click();
  await page.setViewportSize(narrowViewport);
  await openPrompts(page);
  await promptRow(page, "Small").click();
  const smallDialog = variableDialog(page, "Small");
  await smallDialog.waitFor();
  expect((await smallDialog.boundingBox())?.width).toBeCloseTo(narrowViewport.width);
  const modelSelector = smallDialog.getByRole("combobox", { name: "Model" });
  await modelSelector.waitFor();
  await checkAxe(page, "the dialog for variables on a phone");
  await smallDialog.getByRole("textbox", { name: "Word" }).fill("hello");
  await modelSelector.tap();
  await page.getByRole("option", { name: /scripted-small/ }).tap();
  await smallDialog.getByRole("button", { name: "Start", exact: true }).tap();
  const listChats = () => fixture.workspace.models.chats().map(({ body, prompt }) => [body?.model, prompt]);
  await expectEventually(listChats).toContainEqual(["scripted-small", "Say hello [[answer: Said]]"]);
});
