import { type PromptTemplate, syncPrompts } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrow } from "../../support/openBrowser.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import {
  chooseForPrompt,
  openPromptMenu,
  openPrompts,
  promptEditor,
  promptNames,
  promptPanel,
  promptRow,
  promptTree,
  writeNewPrompt,
} from "../../support/promptControls.ts";
import {
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const promptTemplate = (id: string, name: string, changes: Partial<PromptTemplate> = {}): PromptTemplate => ({
  id,
  name,
  description: "",
  content: `Content of ${name}`,
  folderId: null,
  type: "prompt",
  data: {},
  ...changes,
});

/** Stores prompts for a person, as another client does. */
const storePrompts = ({ api }: BrowserPerson, ...prompts: PromptTemplate[]) =>
  api.call(syncPrompts, {
    changes: prompts.map((item) => ({ kind: "prompt" as const, id: item.id, item, revision: 0 })),
  });

const chooseView = async ({ page }: BrowserPerson, name: string) => {
  await promptPanel(page).getByRole("button", { name: "Prompt list options" }).click();
  await page.getByRole("menu").getByText(name, { exact: true }).click();
};

describe("the right panel", () => {
  test("[A2.15] [A9.01b] contains the prompts, is initially closed, is 280 px wide, and stays open over a reload", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    expect(await promptPanel(page).isVisible()).toBe(false);
    await openPrompts(page);
    await promptPanel(page).getByRole("heading", { name: "Prompts" }).waitFor();
    await expectEventually(async () => (await promptPanel(page).boundingBox())?.width).toBe(280);
    await expectEventually(async () => (await promptPanel(page).boundingBox())?.x).toBe(1000);
    expect(await promptNames(page)).toEqual(["Amplify Helpers", "Custom Instructions"]);
    const chat = page.getByRole("region", { name: "Chat" });
    await expectEventually(async () => (await chat.boundingBox())?.width).toBe(420);
    expect(await page.evaluate((id) => localStorage.getItem(`lectern.${id}.showPromptbar`), userId)).toBe("true");
    await page.reload();
    await promptTree(page).waitFor();
    await page.getByRole("button", { name: "Close the prompts" }).click();
    await promptPanel(page).waitFor({ state: "hidden" });
    await expectEventually(async () => (await chat.boundingBox())?.width).toBe(1280 - 450);
  });

  test("is not loaded with the page but when it first opens; the editor is loaded after it, so that prompts can be written offline", async () => {
    const { page, context } = await fixture.openSignedIn();
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await openWorkspace(page, fixture.url);
    expect(scripts.filter((url) => /RightPanel|PromptEditor/.test(url))).toEqual([]);
    const editorCame = page.waitForResponse((response) => /PromptEditor.*\.js/.test(response.url()));
    await openPrompts(page);
    await (await editorCame).finished();
    await context.setOffline(true);
    await writeNewPrompt(page, "Without a network", "Text");
    await promptRow(page, "Without a network").waitFor();
  });

  test("[C3.15] has the nine built-in templates, which can be viewed, copied and hidden but not changed", async () => {
    const visitor = await fixture.openSignedIn();
    const { page } = visitor;
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    await promptRow(page, "Amplify Helpers").click();
    await promptRow(page, "Custom Instructions").click();
    expect(await promptNames(page)).toEqual([
      "Amplify Helpers",
      "Create Diagram",
      "Create PowerPoint",
      "Create Visualization",
      "CSV Extractor",
      "Summary with Quotations",
      "Custom Instructions",
      "Default Instructions",
      "Diagram Assistant",
      "PowerPoint Assistant",
      "Visualization Assistant",
    ]);
    const menu = await openPromptMenu(page, "CSV Extractor");
    expect(await menu.getByRole("menuitem").allTextContents()).toEqual([
      "Start",
      "View",
      "Make a copy",
      "Move to folder…",
      "Hide",
    ]);
    await menu.getByRole("menuitem", { name: "Make a copy" }).click();
    await promptRow(page, "CSV Extractor (copy)").waitFor();
    await chooseForPrompt(page, "CSV Extractor", "Hide");
    await promptRow(page, "CSV Extractor").waitFor({ state: "detached" });
    await chooseView(visitor, "Show hidden prompts");
    await chooseForPrompt(page, "CSV Extractor", "Show in the list");
    await chooseView(visitor, "Show hidden prompts");
    await promptRow(page, "CSV Extractor").waitFor();
  });

  test("[A5.43] [C5.29] finds by name, description or content regardless of case, and says when there are no results", async () => {
    const visitor = await fixture.openSignedIn();
    const { page } = visitor;
    await storePrompts(
      visitor,
      promptTemplate("n", "Carnot"),
      promptTemplate("d", "Described", { description: "About ENTROPY" }),
      promptTemplate("c", "Contained", { content: "Explain entropy" }),
      promptTemplate("h", "Hidden entropy", { data: { hidden: true } }),
    );
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    const search = promptPanel(page).getByRole("searchbox", { name: "Search prompts" });
    await search.fill("eNTRopy");
    await expectEventually(() => promptNames(page)).toEqual(["Contained", "Described"]);
    await search.fill("carnot");
    await expectEventually(() => promptNames(page)).toEqual(["Carnot"]);
    await search.fill("nowhere at all");
    await expectVisible(promptPanel(page), "No prompts found.");
    await search.press("Escape");
    await promptRow(page, "Carnot").waitFor();
    expect(await promptRow(page, "Hidden entropy").count()).toBe(0);
  });

  test("[A5.43] shows hidden prompts when the flag overrideInvisiblePrompts is on", async () => {
    // The first person to sign in is the administrator, for whom finished flags are on.
    const visitor = await fixture.openSignedIn({ email: "ann@example.org" });
    await storePrompts(visitor, promptTemplate("h", "Hidden one", { data: { hidden: true } }));
    await openWorkspace(visitor.page, fixture.url);
    await openPrompts(visitor.page);
    await promptRow(visitor.page, "Hidden one").waitFor();
  });
});

describe("rights", () => {
  test("[A9.25] [A9.26] [C5.30] actions that a prompt's flags forbid are not offered; noEdit still allows viewing", async () => {
    const visitor = await fixture.openSignedIn();
    const { page } = visitor;
    await storePrompts(
      visitor,
      promptTemplate("all", "Everything"),
      promptTemplate("none", "Nothing", { data: { noEdit: true, noCopy: true, noDelete: true, noShare: true } }),
    );
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    const menu = await openPromptMenu(page, "Everything");
    const whole = ["Start", "Edit", "Make a copy", "Move to folder…", "Hide", "Delete"];
    expect(await menu.getByRole("menuitem").allTextContents()).toEqual(whole);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await openPromptMenu(page, "Nothing");
    expect(await menu.getByRole("menuitem").allTextContents()).toEqual(["Start", "View", "Move to folder…", "Hide"]);
    await menu.getByRole("menuitem", { name: "View" }).click();
    const view = page.getByRole("dialog", { name: "View “Nothing”" });
    expect(await view.getByRole("textbox", { name: "Content" }).isEditable()).toBe(false);
    expect(await view.getByRole("button", { name: "Save" }).count()).toBe(0);
  });

  test("[A4.32] deleting asks first: cancel keeps the prompt, confirm deletes it with its assistant", async () => {
    const visitor = await fixture.openSignedIn();
    const { page, api } = visitor;
    await storePrompts(
      visitor,
      promptTemplate("p", "Goes"),
      promptTemplate("a", "Assistant", { data: { assistant: { definition: {} } } }),
    );
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    await chooseForPrompt(page, "Goes", "Delete");
    await clickDialogButton(page, "Cancel");
    await promptRow(page, "Goes").waitFor();
    await chooseForPrompt(page, "Goes", "Delete");
    await clickDialogButton(page, "Delete");
    await promptRow(page, "Goes").waitFor({ state: "detached" });
    await chooseForPrompt(page, "Assistant", "Delete");
    await expectVisible(page, /“Assistant” will be deleted with its assistant/);
    await clickDialogButton(page, "Delete");
    await expectEventually(async () =>
      (await api.call(syncPrompts, {})).items.filter(({ item }) => item !== null),
    ).toEqual([]);
  });
});

describe("folders", () => {
  test("[A9.15] [A3.26] are created, renamed, pinned and sorted, initially by date; the order is stored in this browser", async () => {
    const visitor = await fixture.openSignedIn();
    const { page, userId } = visitor;
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    const add = async (name: string) => {
      await promptPanel(page).getByRole("button", { name: "New folder" }).click();
      const field = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
      expect(await field.inputValue()).toBe("New Folder");
      await field.fill(name);
      await field.press("Enter");
      await promptRow(page, name).waitFor();
    };
    await add("Anatomy");
    await add("Botany");
    const own = async () => (await promptNames(page)).filter((name) => !/^(Amplify|Custom)/.test(name ?? ""));
    expect(await own()).toEqual(["Botany", "Anatomy"]);
    await chooseView(visitor, "Folders by name");
    await expectEventually(own).toEqual(["Anatomy", "Botany"]);
    await chooseForPrompt(page, "Botany", "Pin");
    await expectEventually(own).toEqual(["Botany", "Anatomy"]);
    await chooseForPrompt(page, "Botany", "Rename");
    await page.getByRole("textbox", { name: "Folder name" }).fill("Zoology");
    await page.keyboard.press("Enter");
    await expectEventually(own).toEqual(["Zoology", "Anatomy"]);
    await page.reload();
    await promptTree(page).waitFor();
    await expectEventually(own).toEqual(["Zoology", "Anatomy"]);
    const keys = await page.evaluate((id) => {
      const read = (key: string) => localStorage.getItem(`lectern.${id}.${key}`);
      return { sort: read("promptFolderSort"), folders: read("folders") };
    }, userId);
    expect(keys.sort).toBe("name");
    expect(keys.folders).toContain('"name":"Zoology"');
  });

  test("[C4.19] a folder is deleted with its prompts after a confirmation that says so", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    await writeNewPrompt(page, "Inside", "Text");
    await promptPanel(page).getByRole("button", { name: "New folder" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await chooseForPrompt(page, "Inside", "Move to folder…");
    await page.getByRole("combobox", { name: "Folder" }).selectOption("New Folder");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await promptRow(page, "Inside").waitFor({ state: "detached" });
    await promptRow(page, "New Folder").click();
    await promptRow(page, "Inside").waitFor();
    await chooseForPrompt(page, "New Folder", "Delete");
    await expectVisible(page, /“New Folder” and the prompt in it will be deleted/);
    await clickDialogButton(page, "Delete");
    await expectEventually(() => promptNames(page)).toEqual(["Amplify Helpers", "Custom Instructions"]);
  });

  test("a prompt is dragged into a folder", async () => {
    const visitor = await fixture.openSignedIn();
    const { page } = visitor;
    await storePrompts(visitor, promptTemplate("p", "Dragged"));
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
    await promptRow(page, "Custom Instructions").click();
    // The code for dragging is loaded when the page is idle.
    await expectEventually(() => promptTree(page).getAttribute("data-drags")).toBe("");
    await promptRow(page, "Dragged").dragTo(promptRow(page, "Custom Instructions"));
    await expectEventually(() => promptNames(page)).toEqual([
      "Amplify Helpers",
      "Custom Instructions",
      "Default Instructions",
      "Diagram Assistant",
      "Dragged",
      "PowerPoint Assistant",
      "Visualization Assistant",
    ]);
  });
});

test("[A2.17] on a narrow screen the panel starts closed, lies over the page, and closes with Esc or when another conversation is selected", async () => {
  const { page, userId } = await fixture.openSignedIn({ viewport: narrow });
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [localConversation("one", "Number one")]);
  await page.reload();
  expect(await promptPanel(page).isVisible()).toBe(false);
  await openPrompts(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
  await page.keyboard.press("Escape");
  await promptPanel(page).waitFor({ state: "hidden" });
  await openPrompts(page);
  await page.evaluate(() => {
    location.hash = "#c=one";
  });
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  await promptPanel(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await conversationRow(page, "Number one").waitFor();
  expect(await sidePanel(page).isVisible()).toBe(true);
});

test("a prompt can be found, moved, edited and deleted by keyboard alone, and axe finds no serious violation", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const { keyboard } = page;
  await page.getByRole("button", { name: "Open the prompts" }).focus();
  await keyboard.press("Enter");
  await promptTree(page).waitFor();
  await checkAxe(page, "the panel");
  await keyboard.press("Tab"); // the button that closes the panel
  await keyboard.press("Tab"); // the search
  await keyboard.press("Tab"); // New prompt
  await keyboard.press("Enter");
  await promptEditor(page).waitFor();
  await checkAxe(page, "the editor");
  await expectEventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("By keys");
  for (const _ of ["description", "type", "folder", "content"]) await keyboard.press("Tab");
  await keyboard.type("Hello {{who}}");
  await keyboard.press("ControlOrMeta+Enter");
  await promptEditor(page).waitFor({ state: "detached" });
  await promptRow(page, "By keys").waitFor();

  await promptPanel(page).getByRole("searchbox").focus();
  await keyboard.press("ArrowDown");
  await keyboard.press("End");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("title"));
  await expectEventually(focused).toBe("By keys");
  await keyboard.press("Shift+F10");
  await page.getByRole("menu").waitFor();
  await checkAxe(page, "the menu");
  for (const _ of ["edit", "copy", "move"]) await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Move “By keys”" }).waitFor();
  await expectEventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
  await keyboard.type("Amplify");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await promptRow(page, "By keys").waitFor({ state: "detached" });
  await promptPanel(page).getByRole("searchbox").fill("by keys");
  await expectEventually(() => promptNames(page)).toEqual(["Amplify Helpers", "By keys"]);
  await keyboard.press("ArrowDown");
  await keyboard.press("End");
  await expectEventually(focused).toBe("By keys");
  await keyboard.press("Delete");
  await clickDialogButton(page, "Delete");
  await expectVisible(promptPanel(page), "No prompts found.");
});
