import { createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation } from "../../support/browser/browserStorage.ts";
import { narrowViewport, wideViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { createPrompts } from "../../support/content/createPrompts.ts";
import {
  chooseForPrompt,
  openPrompts,
  promptEditor,
  promptPanel,
  promptRow,
  promptTree,
  readPromptNames,
  writeNewPrompt,
} from "../../support/pages/promptControls.ts";
import {
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/pages/screen.ts";
import { selectChoice } from "../../support/pages/selectField.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const openHelpers = [
  "Helpers",
  "Create Diagram",
  "Create PowerPoint",
  "Create Visualization",
  "CSV Extractor",
  "Summary with Quotations",
];
const builtInRows = [...openHelpers, "Custom Instructions"];
const builtInRowsByName = ["Custom Instructions", ...openHelpers];

async function openWithPrompts(...prompts: Parameters<typeof createPrompts>[1][]) {
  const visitor = await fixture.openSignedIn();
  if (prompts.length > 0) await createPrompts(visitor.api, ...prompts);
  await openWorkspace(visitor.page, fixture.url);
  await openPrompts(visitor.page);
  return visitor;
}

const chooseView = async (page: Page, name: string) => {
  await promptPanel(page).getByRole("button", { name: "Prompt list options" }).click();
  await page.getByRole("menu").getByText(name, { exact: true }).click();
};

test("[A9.01b] [A2.13] the right panel contains the prompts, is initially closed, is 280 px wide, and stays open over a reload; it is loaded when it first opens, and then prompts can be written offline", async () => {
  const { page, context, userId } = await fixture.openSignedIn();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await openWorkspace(page, fixture.url);
  expect(await promptPanel(page).isVisible()).toBe(false);
  expect(scripts.filter((url) => /RightPanel|PromptEditor/.test(url))).toEqual([]);
  const editorResponse = page.waitForResponse((response) => /PromptEditor.*\.js/.test(response.url()));
  await openPrompts(page);
  await promptPanel(page).getByRole("heading", { name: "Prompts" }).waitFor();
  await expectEventually(() => promptPanel(page).boundingBox()).toMatchObject({ width: 280, x: 1000 });
  expect(await readPromptNames(page)).toEqual(builtInRows);
  const chat = page.getByRole("region", { name: "Chat", exact: true });
  await expectEventually(async () => (await chat.boundingBox())?.width).toBe(420);
  expect(await page.evaluate((id) => localStorage.getItem(`lectern.${id}.showPromptbar`), userId)).toBe("true");

  await (await editorResponse).finished();
  await context.setOffline(true);
  await writeNewPrompt(page, "Without a network", "Text");
  await promptRow(page, "Without a network").waitFor();
  await context.setOffline(false);
  await page.reload();
  await promptTree(page).waitFor();
  expect(await readPromptNames(page)).toEqual([...builtInRows, "Without a network"]);
  await promptRow(page, "Helpers").click();
  await promptRow(page, "Create Diagram").waitFor({ state: "detached" });
  await page.reload();
  await promptTree(page).waitFor();
  await expectEventually(() => readPromptNames(page)).toEqual(["Helpers", "Custom Instructions", "Without a network"]);
  await page.getByRole("button", { name: "Hide Prompts" }).click();
  await promptPanel(page).waitFor({ state: "hidden" });
  await expectEventually(async () => (await chat.boundingBox())?.width).toBe(1280 - 450);
});

test("[A9.15] [A5.43] [A5.44] [C5.29] prompts are found by their texts; folders are created, renamed, pinned, sorted and deleted with their prompts, and the order is stored in this browser", async () => {
  const { page, userId } = await openWithPrompts(
    { name: "Carnot" },
    { name: "Described", description: "About ENTROPY" },
    { name: "Contained", content: "Explain entropy" },
    { name: "Hidden entropy", data: { hidden: true } },
  );
  const searchField = promptPanel(page).getByRole("searchbox", { name: "Search prompts" });
  await searchField.fill("eNTRopy");
  await expectEventually(() => readPromptNames(page)).toEqual(["Contained", "Described"]);
  await searchField.fill("carnot");
  await expectEventually(() => readPromptNames(page)).toEqual(["Carnot"]);
  await searchField.fill("nowhere at all");
  await expectVisible(promptPanel(page), "No matches");
  await searchField.press("Escape");
  await promptRow(page, "Carnot").waitFor();
  expect(await promptRow(page, "Hidden entropy").count()).toBe(0);

  const nameNewFolder = async (name: string) => {
    await promptPanel(page).getByRole("button", { name: "New folder" }).click();
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
    expect(await field.inputValue()).toBe("New Folder");
    await field.fill(name);
  };
  await nameNewFolder("Anatomy");
  await page.keyboard.press("Enter");
  await promptRow(page, "Anatomy").waitFor();
  await nameNewFolder("Botany");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await promptRow(page, "Botany").waitFor();
  const own = async () => (await readPromptNames(page)).filter((name) => /y$/.test(name ?? ""));
  expect(await own()).toEqual(["Botany", "Anatomy"]);
  await chooseView(page, "Sort folders by name");
  await expectEventually(own).toEqual(["Anatomy", "Botany"]);
  await chooseForPrompt(page, "Botany", "Pin");
  await expectEventually(own).toEqual(["Botany", "Anatomy"]);
  await chooseForPrompt(page, "Botany", "Rename");
  await page.getByRole("textbox", { name: "Folder name" }).fill("Zoology");
  await page.keyboard.press("Enter");
  await expectEventually(own).toEqual(["Zoology", "Anatomy"]);

  await chooseForPrompt(page, "Carnot", "Move to folder…");
  await selectChoice(page, "Folder", "Anatomy");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await promptRow(page, "Carnot").waitFor({ state: "detached" });
  // The code for dragging is loaded when the page is idle.
  await expectEventually(() => promptTree(page).getAttribute("data-drags")).toBe("");
  await promptRow(page, "Described").dragTo(promptRow(page, "Zoology"));
  await promptRow(page, "Described").waitFor({ state: "detached" });
  await page.reload();
  await promptTree(page).waitFor();
  await expectEventually(own).toEqual(["Zoology", "Anatomy"]);
  const keys = await page.evaluate((id) => {
    const read = (key: string) => localStorage.getItem(`lectern.${id}.${key}`);
    return { sort: read("promptFolderSort"), folders: read("folders") };
  }, userId);
  expect(keys.sort).toBe("name");
  expect(keys.folders).toContain('"name":"Zoology"');

  for (const folder of ["Zoology", "Anatomy"]) await promptRow(page, folder).click();
  await promptRow(page, "Carnot").waitFor();
  const openedNames = [...builtInRowsByName, "Zoology", "Described", "Anatomy", "Carnot", "Contained"];
  expect(await readPromptNames(page)).toEqual(openedNames);
  await chooseForPrompt(page, "Anatomy", "Delete");
  await expectVisible(page, /“Anatomy” and the prompt in it will be deleted/);
  await clickDialogButton(page, "Delete");
  await expectEventually(() => readPromptNames(page)).toEqual([
    ...builtInRowsByName,
    "Zoology",
    "Described",
    "Contained",
  ]);
});

test("[A2.17] on a narrow screen both panels start closed, even if they were open in a wide window, lie over the page, and close with Esc or when another conversation is selected; prompts can be found, moved, edited and deleted by keyboard alone, and axe finds no serious violation", async () => {
  const { page, api, userId } = await fixture.openSignedIn({ viewport: narrowViewport });
  const { messages } = buildLocalConversation("one", "Number one");
  await api.call(createConversation, { conversation: { id: "one", name: "Number one", messages } });
  await page.addInitScript((id) => {
    for (const key of ["showChatbar", "showPromptbar"]) localStorage.setItem(`lectern.${id}.${key}`, "true");
  }, userId);
  await openWorkspace(page, fixture.url);
  expect(await promptPanel(page).isVisible()).toBe(false);
  expect(await sidePanel(page).isVisible()).toBe(false);
  await openPrompts(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowViewport.width);
  // As in the list of chats, what creates is above what searches.
  const [creating, searching] = await Promise.all([
    promptPanel(page).getByRole("button", { name: "New prompt" }).boundingBox(),
    promptPanel(page).getByRole("searchbox", { name: "Search prompts" }).boundingBox(),
  ]);
  expect(creating?.y).toBeLessThan(searching?.y ?? 0);
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

  await page.setViewportSize(wideViewport);
  const { keyboard } = page;
  await page.getByRole("button", { name: "Hide Prompts" }).click();
  await page.getByRole("button", { name: "Show Prompts" }).focus();
  await keyboard.press("Enter");
  await promptTree(page).waitFor();
  await checkAxe(page, "the panel");
  await keyboard.press("Tab"); // the button that closes the panel
  await keyboard.press("Tab"); // the tabs of the panel
  await keyboard.press("Tab"); // New prompt
  await keyboard.press("Enter");
  await promptEditor(page).waitFor();
  await checkAxe(page, "the editor");
  await expectEventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("By keys");
  await keyboard.press("Tab"); // the content
  await keyboard.type("Hello {{who}}");
  await keyboard.press("ControlOrMeta+Enter");
  await promptEditor(page).waitFor({ state: "detached" });
  await promptRow(page, "By keys").waitFor();

  await promptPanel(page).getByRole("searchbox").focus();
  await keyboard.press("ArrowDown");
  await keyboard.press("End");
  const readFocusedTitle = () => page.evaluate(() => document.activeElement?.getAttribute("title"));
  await expectEventually(readFocusedTitle).toBe("By keys");
  await keyboard.press("Shift+F10");
  await page.getByRole("menu").waitFor();
  await checkAxe(page, "the menu");
  for (const _ of ["edit", "copy", "move"]) await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Move “By keys”" }).waitFor();
  await expectEventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  // The list is open before the first letter, as for a person, who types more slowly.
  await keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "Helpers" }).waitFor();
  await keyboard.type("Help");
  await expectEventually(() => page.getByRole("option").allTextContents()).toEqual(["Helpers"]);
  await keyboard.press("Enter");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await promptPanel(page).getByRole("searchbox").fill("by keys");
  await expectEventually(() => readPromptNames(page)).toEqual(["Helpers", "By keys"]);
  await keyboard.press("ArrowDown");
  await keyboard.press("End");
  await expectEventually(readFocusedTitle).toBe("By keys");
  await keyboard.press("Delete");
  await clickDialogButton(page, "Delete");
  await expectVisible(promptPanel(page), "No matches");
});
