import { syncPrompts } from "@lectern/contract";
import { expect, test } from "vitest";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import { overrideFlags } from "../../support/overrideFlags.ts";
import {
  chooseForPrompt,
  openPrompts,
  promptEditor,
  promptPanel,
  promptRow,
  promptTree,
} from "../../support/promptControls.ts";
import { clickDialogButton, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../support/selectField.ts";

const fixture = createWorkspaceFixture();
const admin = { email: "ann@example.org" };

const openNewPrompt = ({ page }: BrowserPerson) =>
  promptPanel(page).getByRole("button", { name: "New prompt" }).click();
const field = ({ page }: BrowserPerson, name: string) => promptEditor(page).getByRole("textbox", { name, exact: true });
const contentField = ({ page }: BrowserPerson) => promptEditor(page).getByRole("textbox", { name: "Content" });
const save = async ({ page }: BrowserPerson) => {
  await promptEditor(page).getByRole("button", { name: "Save" }).click();
  await promptEditor(page).waitFor({ state: "detached" });
};
const openWorkspaceAs = async (options: Parameters<typeof fixture.openSignedIn>[0] = {}) => {
  const visitor = await fixture.openSignedIn(options);
  await openWorkspace(visitor.page, fixture.url);
  await openPrompts(visitor.page);
  return visitor;
};
/** Loads the template with this name from the server. */
const loadPrompt = async ({ api }: BrowserPerson, name: string) => {
  const { items } = await api.call(syncPrompts, {});
  return items.find(({ kind, item }) => kind === "prompt" && item?.name === name)?.item;
};

test("[G9.10] a new prompt has a name, is checked before it is saved, and restores unsaved changes after a reload; the editor is half as wide and four fifths as high as the window, and fills a narrow screen", async () => {
  const visitor = await openWorkspaceAs({ hasTouch: true });
  const { page } = visitor;
  const editor = promptEditor(page);
  await openNewPrompt(visitor);
  expect(await field(visitor, "Name").inputValue()).toBe("Prompt 1");
  expect(await field(visitor, "Description").getAttribute("rows")).toBe("3");
  expect(await contentField(visitor).getAttribute("rows")).toBe("10");
  await field(visitor, "Name").fill(" ");
  await editor.getByRole("button", { name: "Save" }).click();
  await expectVisible(editor, "Please enter a name.");
  await expectVisible(editor, "Please enter the content.");
  await expectEventually(() => field(visitor, "Name").evaluate((input) => input === document.activeElement)).toBe(true);
  await field(visitor, "Name").fill("x".repeat(401));
  await expectVisible(editor, "At most 400 characters. This has 401.");
  await field(visitor, "Name").fill("Prompt 1");
  await contentField(visitor).fill("One");
  await save(visitor);
  await promptRow(page, "Prompt 1").waitFor();

  await openNewPrompt(visitor);
  expect(await field(visitor, "Name").inputValue()).toBe("Prompt 2");
  // Esc closes the editor only once the focus is in it.
  await editor.locator("input:focus").waitFor();
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached" });
  // The suggested name is replaced by what is typed.
  await openNewPrompt(visitor);
  await editor.locator("input:focus").waitFor();
  await page.keyboard.type("My own name");
  expect(await field(visitor, "Name").inputValue()).toBe("My own name");
  await page.keyboard.press("Escape");
  await clickDialogButton(page, "Discard changes");
  await editor.waitFor({ state: "detached" });
  await openNewPrompt(visitor);
  await contentField(visitor).fill("Half a thought");
  await page.keyboard.press("Escape");
  await clickDialogButton(page, "Keep editing");
  expect(await contentField(visitor).inputValue()).toBe("Half a thought");
  await page.reload();
  await promptTree(page).waitFor();
  await openNewPrompt(visitor);
  await expectVisible(editor, "Your unsaved changes were restored.");
  expect(await contentField(visitor).inputValue()).toBe("Half a thought");
  await editor.getByRole("button", { name: "Cancel" }).click();
  await clickDialogButton(page, "Discard changes");
  await editor.waitFor({ state: "detached" });

  await openNewPrompt(visitor);
  expect(await contentField(visitor).inputValue()).toBe("");
  const largeViewport = { width: 1400, height: 900 };
  await page.setViewportSize(largeViewport);
  const { width, height } = largeViewport;
  await expectEventually(() => editor.boundingBox()).toMatchObject({ width: width / 2, height: height * 0.8 });
  await page.setViewportSize(narrowViewport);
  await expectEventually(() => editor.boundingBox()).toMatchObject(narrowViewport);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowViewport.width);
  await contentField(visitor).fill("By touch");
  await editor.getByRole("button", { name: "Save" }).tap();
  await editor.waitFor({ state: "detached" });
  await page.setViewportSize(wideViewport);
  await promptRow(page, "Prompt 2").waitFor();
});

test("[A9.18] [A9.19] [A9.20] [A9.22] [C5.27] [C3.14] [C1.12] [A1.10] offers the types whose flag is on, edits the options of the variables in the content, and writes them into the content", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await overrideFlags(visitor.page, { rootPromptCreate: false, followUpCreate: false });
  await openWorkspace(page, fixture.url);
  await openPrompts(page);
  await openNewPrompt(visitor);
  expect(await listChoices(promptEditor(page), "Type")).toEqual(["Prompt", "Automation"]);

  await contentField(visitor).fill("About {{Topic:text(weight: 0.5)}} for {{Who}}.");
  const variables = page.getByRole("group", { name: "Variables" });
  await expectEventually(() => variables.locator("summary").allTextContents()).toEqual(["TopicText", "WhoText"]);
  await variables.getByText("Topic", { exact: true }).click();
  await variables.getByRole("checkbox", { name: "Optional" }).first().check();
  await expectEventually(() => contentField(visitor).inputValue()).toBe(
    "About {{Topic:text(weight: 0.5, optional: true)}} for {{Who}}.",
  );

  const regexField = variables.getByRole("textbox", { name: "Pattern (regex)" }).first();
  await regexField.fill("[");
  await expectVisible(variables, "Invalid regex pattern");
  await promptEditor(page).getByRole("button", { name: "Save" }).click();
  await expectVisible(promptEditor(page), "Invalid regex pattern of “Topic”.");
  await regexField.fill("[a-z ]+");
  await promptEditor(page).getByText("Invalid regex pattern").first().waitFor({ state: "detached" });

  const cut = variables.getByRole("textbox", { name: "Maximum characters" }).first();
  await cut.pressSequentially("-0");
  expect(await cut.inputValue()).toBe("");
  await expectEventually(() => contentField(visitor).inputValue()).toContain("truncate: 0");
  await cut.fill("1x20");
  expect(await cut.inputValue()).toBe("120");
  await cut.press("End");
  await cut.pressSequentially("5");
  expect(await cut.inputValue()).toBe("1205");
  await cut.press("Backspace");
  await variables.getByRole("textbox", { name: "weight" }).fill("1,5");
  await variables.getByRole("textbox", { name: "Must begin with" }).first().fill("in ");

  await variables.getByText("Who", { exact: true }).click();
  await selectChoice(variables, "Type of value for Who", "A choice");
  await variables.getByRole("textbox", { name: "Choices" }).pressSequentially("pupils , students, ");
  await selectChoice(variables, "Default choice", "students");
  await expectEventually(() => contentField(visitor).inputValue()).toBe(
    'About {{Topic:text(optional: true, regex: "[a-z ]+", truncate: 120, weight: 1.5, startsWith: "in ")}} for ' +
      '{{Who:options[pupils, students](default: "students")}}.',
  );
  await save(visitor);
  await chooseForPrompt(page, "Prompt 1", "Edit");
  await expectEventually(() => variables.locator("summary").allTextContents()).toEqual(["TopicText", "WhoA choice"]);
});

test("[A9.21] [A9.22] [A9.23] [A9.24] [A5.43] [C3.14] [C5.27, C5.28, C5.29] an administrator writes prompts of every type, which have their folders, tags and placeholders; the hidden ones can still be found", async () => {
  const ann = await openWorkspaceAs(admin);
  const { page } = ann;
  const editor = promptEditor(page);
  const startPrompt = async (name: string, type: string) => {
    await openNewPrompt(ann);
    await field(ann, "Name").fill(name);
    await selectChoice(editor, "Type", type);
  };
  await startPrompt("Be a tutor", "Custom instructions");
  expect(await listChoices(editor, "Type")).toEqual([
    "Prompt",
    "Custom instructions",
    "Prefix prompt",
    "Output transformer",
    "Follow-up",
    "Automation",
  ]);
  expect(await getSelectField(editor, "Folder").inputValue()).toBe("Custom Instructions");
  await contentField(ann).fill("You are a tutor.");
  await save(ann);

  await startPrompt("Begin the lesson", "Prompt");
  await contentField(ann).fill("Let us begin.");
  await selectChoice(editor, "Custom instructions for the new chat", "Be a tutor");
  await field(ann, "Chat tags").fill(" lesson, , first one ,");
  await save(ann);

  await startPrompt("Loud", "Output transformer");
  const codeField = editor.getByRole("textbox", { name: "Code" });
  await codeField.fill("return text.nothing.at.all;");
  await editor.getByRole("button", { name: "Try it" }).click();
  await expectVisible(editor, /^The answer would not be changed: /);
  await codeField.fill("return text.toUpperCase();");
  await editor.getByRole("button", { name: "Try it" }).click();
  await expectVisible(editor, /AN ANSWER WITH \*\*BOLD\*\* WORDS/);
  await save(ann);

  await startPrompt("Pirate", "Prefix prompt");
  await contentField(ann).fill("Answer as a pirate.");
  await field(ann, "Required tags").fill("sea, fun");
  await save(ann);
  // The flag that shows hidden prompts is on for an administrator.
  await promptRow(page, "Pirate").waitFor();
  await expectEventually(() => loadPrompt(ann, "Pirate")).toMatchObject({
    type: "prefix_prompt",
    content: "Answer as a pirate.\n\n{{Message to start the chat}}",
    data: { hidden: true, requiredTags: ["sea", "fun"] },
  });
  const rootPrompt = await loadPrompt(ann, "Be a tutor");
  expect(rootPrompt).toMatchObject({ type: "root_prompt", folderId: "custom_instructions" });
  expect(await loadPrompt(ann, "Begin the lesson")).toMatchObject({
    data: { rootPromptId: rootPrompt?.id, conversationTags: ["lesson", "first one"] },
  });
  expect(await loadPrompt(ann, "Loud")).toMatchObject({
    type: "output_transformer",
    data: { hidden: true, code: "return text.toUpperCase();" },
  });

  await overrideFlags(ann.page, { overrideInvisiblePrompts: false });
  await page.reload();
  await promptTree(page).waitFor();
  expect(await promptRow(page, "Pirate").count()).toBe(0);
  await promptPanel(page).getByRole("button", { name: "Prompt list options" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Show hidden prompts" }).click();
  await chooseForPrompt(page, "Pirate", "Edit");
  expect(await field(ann, "Required tags").inputValue()).toBe("sea, fun");
});
