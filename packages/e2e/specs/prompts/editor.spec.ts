import { syncPrompts } from "@lectern/contract";
import { expect, test } from "vitest";
import type { BrowserPerson } from "../../support/browser/openPages.ts";
import {
  chooseForPrompt,
  openPrompts,
  promptEditor,
  promptPanel,
  promptRow,
  promptTree,
} from "../../support/pages/promptControls.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../support/pages/selectField.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { overrideFlags } from "../../support/servers/overrideFlags.ts";

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
