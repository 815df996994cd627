import { getFeatureFlags, syncPrompts } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { encodeBase64 } from "../../../web/src/lib/base64.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { interceptOp } from "../../support/interceptOp.ts";
import { narrow } from "../../support/openBrowser.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import {
  chooseForPrompt,
  openPrompts,
  promptEditor,
  promptPanel,
  promptRow,
  promptTree,
  writeNewPrompt,
} from "../../support/promptControls.ts";
import { clickDialogButton, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const admin = { email: "ann@example.org" };

const newPrompt = ({ page }: BrowserPerson) => promptPanel(page).getByRole("button", { name: "New prompt" }).click();
const field = ({ page }: BrowserPerson, name: string) => promptEditor(page).getByRole("textbox", { name, exact: true });
const content = ({ page }: BrowserPerson) => promptEditor(page).getByRole("textbox", { name: "Content" });
const save = async ({ page }: BrowserPerson) => {
  await promptEditor(page).getByRole("button", { name: "Save" }).click();
  await promptEditor(page).waitFor({ state: "detached" });
};
const open = async (options: Parameters<typeof fixture.openSignedIn>[0] = {}) => {
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

describe("the editor", () => {
  test("[A9.11] [A9.12] a new prompt is 'Prompt {n}', its description has 3 rows and its content 10", async () => {
    const visitor = await open();
    await newPrompt(visitor);
    expect(await field(visitor, "Name").inputValue()).toBe("Prompt 1");
    expect(await field(visitor, "Description").getAttribute("rows")).toBe("3");
    expect(await content(visitor).getAttribute("rows")).toBe("10");
    await content(visitor).fill("One");
    await save(visitor);
    await promptRow(visitor.page, "Prompt 1").waitFor();
    await newPrompt(visitor);
    expect(await field(visitor, "Name").inputValue()).toBe("Prompt 2");
  });

  test("[A9.18] [A9.19] [A9.20] edits the options of the variables in the content, and writes them into the content", async () => {
    const visitor = await open();
    const { page } = visitor;
    await newPrompt(visitor);
    await content(visitor).fill("About {{Topic}} for {{Who}}.");
    const variables = page.getByRole("group", { name: "Variables" });
    await expectEventually(() => variables.locator("summary").allTextContents()).toEqual(["TopicText", "WhoText"]);
    await variables.getByText("Topic", { exact: true }).click();
    await variables.getByRole("checkbox", { name: "Optional" }).first().check();
    await expectEventually(() => content(visitor).inputValue()).toBe(
      "About {{Topic:text(optional: true)}} for {{Who}}.",
    );

    const regex = variables.getByRole("textbox", { name: "Pattern (regex)" }).first();
    await regex.fill("[");
    await expectVisible(variables, "Invalid regex pattern");
    await promptEditor(page).getByRole("button", { name: "Save" }).click();
    await expectVisible(promptEditor(page), "Invalid regex pattern of “Topic”.");
    await regex.fill("[a-z ]+");
    await promptEditor(page).getByText("Invalid regex pattern").first().waitFor({ state: "detached" });

    const cut = variables.getByRole("textbox", { name: "Maximum characters" }).first();
    await cut.pressSequentially("-0");
    expect(await cut.inputValue()).toBe("");
    await expectEventually(() => content(visitor).inputValue()).toContain("truncate: 0");
    await cut.fill("1x20");
    expect(await cut.inputValue()).toBe("120");
    await cut.press("End");
    await cut.pressSequentially("5");
    expect(await cut.inputValue()).toBe("1205");
    await cut.press("Backspace");

    await variables.getByText("Who", { exact: true }).click();
    await variables.getByRole("combobox", { name: "Type of value for Who" }).selectOption("options");
    await variables.getByRole("textbox", { name: "Choices" }).pressSequentially("pupils , students, ");
    await expectEventually(() => content(visitor).inputValue()).toBe(
      'About {{Topic:text(optional: true, regex: "[a-z ]+", truncate: 120)}} for {{Who:options[pupils, students]}}.',
    );
    await save(visitor);
    await chooseForPrompt(page, "Prompt 1", "Edit");
    await expectEventually(() => variables.locator("summary").allTextContents()).toEqual(["TopicText", "WhoA choice"]);
  });

  test("[A9.22] [C3.14] offers every type whose flag is on, and custom instructions go to their folder", async () => {
    const flags = { rootPromptCreate: false, followUpCreate: false };
    const visitor = await fixture.openSignedIn();
    const { page } = visitor;
    const stop = await interceptOp(page, getFeatureFlags, async (route) => {
      const reply = await route.fetch();
      const { data } = await reply.json();
      const { data: given } = JSON.parse(Buffer.from(data, "base64").toString());
      await route.fulfill({
        json: { data: encodeBase64(JSON.stringify({ success: true, data: { ...given, ...flags } })) },
      });
    });
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    await newPrompt(visitor);
    const types = () => promptEditor(page).getByRole("combobox", { name: "Type" }).locator("option").allTextContents();
    await expectEventually(types).toEqual(["Prompt", "Automation"]);
    await stop();

    const ann = await open(admin);
    await newPrompt(ann);
    const all = ann.page.getByRole("combobox", { name: "Type" });
    await all.waitFor();
    expect(await all.locator("option").allTextContents()).toEqual([
      "Prompt",
      "Custom instructions",
      "Prefix prompt",
      "Output transformer",
      "Follow-up",
      "Automation",
    ]);
    await all.selectOption("Custom instructions");
    expect(await ann.page.getByRole("combobox", { name: "Folder" }).locator("option:checked").textContent()).toBe(
      "Custom Instructions",
    );
    await field(ann, "Name").fill("Be a tutor");
    await content(ann).fill("You are a tutor.");
    await save(ann);
    await expectEventually(() => loadPrompt(ann, "Be a tutor")).toMatchObject({
      type: "root_prompt",
      folderId: "custom_instructions",
    });

    await newPrompt(ann);
    await field(ann, "Name").fill("Begin the lesson");
    await content(ann).fill("Let us begin.");
    await ann.page.getByRole("combobox", { name: "Custom instructions to start with" }).selectOption("Be a tutor");
    await field(ann, "Conversation tags").fill(" lesson, , first one ,");
    await save(ann);
    await expectEventually(async () => (await loadPrompt(ann, "Begin the lesson"))?.id).toEqual(expect.any(String));
    const root = await loadPrompt(ann, "Be a tutor");
    expect(await loadPrompt(ann, "Begin the lesson")).toMatchObject({
      data: { rootPromptId: root?.id, conversationTags: ["lesson", "first one"] },
    });
  });

  test("[A9.23] [A9.24] [C5.28] a prefix prompt gets a placeholder for the message, is hidden, and can still be found by its owner", async () => {
    const ann = await open(admin);
    const { page } = ann;
    await newPrompt(ann);
    await field(ann, "Name").fill("Pirate");
    await promptEditor(page).getByRole("combobox", { name: "Type" }).selectOption("Prefix prompt");
    await content(ann).fill("Answer as a pirate.");
    await field(ann, "Required tags").fill("sea, fun");
    await save(ann);
    await expectEventually(() => loadPrompt(ann, "Pirate")).toMatchObject({
      type: "prefix_prompt",
      content: "Answer as a pirate.\n\n{{Message to start the conversation}}",
      data: { hidden: true, requiredTags: ["sea", "fun"] },
    });

    // The flag that shows hidden prompts is off.
    const stop = await interceptOp(page, getFeatureFlags, async (route) => {
      const data = { promptPrefixCreate: true };
      await route.fulfill({ json: { data: encodeBase64(JSON.stringify({ success: true, data })) } });
    });
    await page.reload();
    await promptTree(page).waitFor();
    expect(await promptRow(page, "Pirate").count()).toBe(0);
    await promptPanel(page).getByRole("button", { name: "Prompt list options" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Show hidden prompts" }).click();
    await chooseForPrompt(page, "Pirate", "Edit");
    expect(await field(ann, "Required tags").inputValue()).toBe("sea, fun");
    await stop();
  });

  test("[A9.24] an output transformer can be tried on a sample, and is saved as hidden", async () => {
    const ann = await open(admin);
    const { page } = ann;
    await newPrompt(ann);
    await field(ann, "Name").fill("Loud");
    await promptEditor(page).getByRole("combobox", { name: "Type" }).selectOption("Output transformer");
    const code = promptEditor(page).getByRole("textbox", { name: "Code" });
    await code.fill("return text.nothing.at.all;");
    await promptEditor(page).getByRole("button", { name: "Try it" }).click();
    await expectVisible(promptEditor(page), /^The answer would not be changed: /);
    await code.fill("return text.toUpperCase();");
    await promptEditor(page).getByRole("button", { name: "Try it" }).click();
    await expectVisible(promptEditor(page), /AN ANSWER WITH \*\*BOLD\*\* WORDS/);
    await save(ann);
    await expectEventually(() => loadPrompt(ann, "Loud")).toMatchObject({
      type: "output_transformer",
      data: { hidden: true, code: "return text.toUpperCase();" },
    });
  });

  test("says at the field what is missing or too long, and saves nothing", async () => {
    const visitor = await open();
    const { page } = visitor;
    await newPrompt(visitor);
    await field(visitor, "Name").fill(" ");
    await promptEditor(page).getByRole("button", { name: "Save" }).click();
    await expectVisible(promptEditor(page), "Please enter a name.");
    await expectVisible(promptEditor(page), "Please enter the content.");
    await expectEventually(() => field(visitor, "Name").evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
    await field(visitor, "Name").fill("x".repeat(401));
    await expectVisible(promptEditor(page), "At most 400 characters; this has 401.");
  });

  test("unsaved changes are asked about on closing, and restored after a reload", async () => {
    const visitor = await open();
    const { page } = visitor;
    await newPrompt(visitor);
    await page.keyboard.press("Escape");
    await promptEditor(page).waitFor({ state: "detached" });
    await newPrompt(visitor);
    await content(visitor).fill("Half a thought");
    await page.keyboard.press("Escape");
    await clickDialogButton(page, "Keep editing");
    expect(await content(visitor).inputValue()).toBe("Half a thought");
    await page.reload();
    await promptTree(page).waitFor();
    await newPrompt(visitor);
    await expectVisible(promptEditor(page), "Your unsaved changes were restored.");
    expect(await content(visitor).inputValue()).toBe("Half a thought");
    await promptEditor(page).getByRole("button", { name: "Cancel" }).click();
    await clickDialogButton(page, "Discard changes");
    await promptEditor(page).waitFor({ state: "detached" });
    await newPrompt(visitor);
    expect(await content(visitor).inputValue()).toBe("");
  });

  test("changes from another tab are not overwritten", async () => {
    const visitor = await open();
    const { page, context } = visitor;
    await writeNewPrompt(page, "Shared", "First");
    const tab = await context.newPage();
    await openWorkspace(tab, fixture.url);
    await promptRow(tab, "Shared").waitFor();
    await chooseForPrompt(page, "Shared", "Edit");
    await content(visitor).fill("From this tab");
    await chooseForPrompt(tab, "Shared", "Edit");
    await content({ ...visitor, page: tab }).fill("From the other");
    await save({ ...visitor, page: tab });
    await save(visitor);
    await promptRow(page, "Shared (copy)").waitFor();
    await chooseForPrompt(page, "Shared (copy)", "Edit");
    expect(await content(visitor).inputValue()).toBe("From this tab");
  });

  test("fills a narrow screen without cutting anything off", async () => {
    const visitor = await open({ viewport: narrow, hasTouch: true });
    await newPrompt(visitor);
    const box = await promptEditor(visitor.page).boundingBox();
    expect([box?.width, box?.height]).toEqual([narrow.width, narrow.height]);
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
    await content(visitor).fill("By touch");
    await promptEditor(visitor.page).getByRole("button", { name: "Save" }).tap();
    await promptRow(visitor.page, "Prompt 1").waitFor();
  });
});
