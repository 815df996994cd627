import { createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseFiles, textFile } from "../../support/attachControls.ts";
import { listLargeModelChats, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { openPrompts, promptRow } from "../../support/promptControls.ts";
import { alertWithText, ask, composer, expectEventually, expectVisible, questions } from "../../support/screen.ts";
import { listChoices, selectChoice } from "../../support/selectField.ts";

const fixture = createWorkspaceFixture();

const variableDialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const getLastPrompt = () => listLargeModelChats(fixture.workspace.models).at(-1)?.prompt ?? "";

async function choose(page: Page, word: string): Promise<void> {
  await composer(page).focus();
  await page.keyboard.type(`/${word}`);
  await page.getByRole("listbox", { name: "Prompts" }).getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
}

test("[C1.04, C2.07, C2.29, C2.54, C5.21, C5.22, C5.23, C5.25] [C9.03b] each variable has a field of its type with a readable label, and required ones must be filled in; names of conversations are cut at 50 characters", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createPrompts(
    api,
    {
      name: "Everything",
      content:
        "{{Topic}}|{{Tone:options[calm, loud]}}|{{short_form:boolean}}|{{Talk:conversation(optional: true)}}|" +
        "{{Other:template(type: 'automation')}}|{{Note:text(optional: true)}}|" +
        "{{Lab:conversation(optional: true, startsWith: 'xx')}}|{{Id:uniqueId}}|{{Topic}}",
    },
    { name: "Helper", type: "automation", content: "Help with {{this}}" },
  );
  await api.call(createConversation, { conversation: { id: "long", name: "x".repeat(51), messages: [] } });
  await openNewConversation(page, fixture.url);
  await ask(page, "Earlier [[answer: Said before]]");
  await page.getByRole("button", { name: "New chat" }).click();
  await expectVisible(page, "Start a new conversation.");
  await choose(page, "everything");
  const dialog = variableDialog(page, "Everything");
  await dialog.getByText("Required fields are marked with *", { exact: true }).waitFor();
  expect(await dialog.locator("label").allTextContents()).toEqual([
    "Topic *",
    "Tone *",
    "Short form",
    "Talk",
    "Other *",
    "Note",
    "Lab",
  ]);
  // The model of the open conversation is used.
  expect(await dialog.getByRole("combobox", { name: "Model" }).count()).toBe(0);
  await checkAxe(page, "the dialog for variables");
  const clickInsert = () => dialog.getByRole("button", { name: "Insert", exact: true }).click();
  await clickInsert();
  await dialog
    .getByRole("alert")
    .getByText('Please fill out all required variables marked with "*"', { exact: true })
    .waitFor();
  const topic = dialog.getByRole("textbox", { name: "Topic" });
  expect(await topic.getAttribute("aria-invalid")).toBe("true");
  expect(await topic.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await dialog.getByRole("textbox", { name: "Id" }).count()).toBe(0);
  await topic.fill("Rain");
  // What is filled in is not marked any longer.
  await expectEventually(() => topic.getAttribute("aria-invalid")).toBe(null);
  await selectChoice(dialog, "Tone", "loud");
  await dialog.getByRole("checkbox", { name: "Short form" }).check();
  const [latestTalk = "", ...otherTalks] = await listChoices(dialog, "Talk");
  expect(otherTalks.at(-1)).toBe(`${"x".repeat(49)}…`);
  await selectChoice(dialog, "Talk", latestTalk);
  expect(await listChoices(dialog, "Lab")).toEqual([`${"x".repeat(49)}…`]);
  expect(await listChoices(dialog, "Tone")).toEqual(["calm", "loud"]);
  expect(await listChoices(dialog, "Other")).toEqual(["Helper"]);
  await selectChoice(dialog, "Other", "Helper");
  await clickInsert();
  await dialog.waitFor({ state: "detached" });
  const insertedText = await composer(page).inputValue();
  expect(insertedText).toMatch(
    /^Rain\|loud\|true\|User: Earlier \[\[answer: Said before\]\]\n\nAssistant: Said before\|Help with \{\{this\}\}\|\|\|[0-9a-f-]{36}\|Rain$/,
  );
  await page.keyboard.press("Enter");
  await waitForAnswerEnd(page);
  expect(getLastPrompt()).toBe(insertedText);
  // An inserted value is shown by its name.
  await expectVisible(
    questions(page).last(),
    /^Rain\|loud\|true\|\[Chat: .*\]\|\[Template: Helper\]\|\|\|[0-9a-f-]{36}\|Rain$/,
  );
});

test("[C2.54] [C5.22] typed values are restored after the dialog was closed by mistake, and cleared once used; a pattern, a prefix, a length and line numbers are enforced", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createPrompts(
    api,
    { name: "Letter", content: "Dear {{Who}}, {{What}}" },
    {
      name: "Strict",
      content:
        '{{Year:text(regex: "^[0-9]{4}$")}} {{Course:text(startsWith: "TA-")}} {{Cut:text(truncate: 3)}} {{Lines:text(lineNumbers: true, escape: true)}}',
    },
  );
  await openNewConversation(page, fixture.url);
  const dialog = variableDialog(page, "Letter");
  const who = dialog.getByRole("textbox", { name: "Who" });
  await choose(page, "letter");
  await who.fill("Ada");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await composer(page).inputValue()).toBe("/letter");
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await composer(page).fill("");
  await choose(page, "letter");
  expect(await who.inputValue()).toBe("Ada");
  await dialog.getByRole("textbox", { name: "What" }).fill("thanks");
  await page.keyboard.press("Control+Enter");
  await expectEventually(() => composer(page).inputValue()).toBe("Dear Ada, thanks");
  await composer(page).fill("");
  await choose(page, "letter");
  expect(await who.inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await composer(page).fill("");

  await choose(page, "strict");
  const strictDialog = variableDialog(page, "Strict");
  const field = (name: string) => strictDialog.getByRole("textbox", { name });
  await field("Year").fill("26");
  await field("Course").fill("101");
  await field("Cut").fill("abcdef");
  await field("Lines").fill("a\nb");
  await page.keyboard.press("Control+Enter");
  await expectVisible(strictDialog, "This must match the pattern ^[0-9]{4}$");
  await expectVisible(strictDialog, "This must begin with “TA-”.");
  await field("Year").fill("2026");
  await field("Course").fill("TA-101");
  await page.keyboard.press("Control+Enter");
  await expectEventually(() => composer(page).inputValue()).toBe("2026 TA-101 abc 1: a\\n2: b");
});

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
