import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { openConversation } from "../../../entities/shell/routes.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { confirmWith } from "../../../testing/chatList.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import {
  chooseForPrompt,
  contentField,
  openPromptMenu,
  openPrompts,
  promptEditor,
  promptPanel,
  promptRow,
  promptTree,
  readPromptNames,
} from "../../../testing/promptPanel.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, boxOf, conversationRow, dialogNamed, eventually, log, sidePanel } from "../../../testing/screen.ts";
import { selectChoice } from "../../../testing/selectField.ts";
import { type StoredPrompt, stubPrompts } from "../../../testing/stubFolders.ts";
import { getPerson } from "../../../testing/stubServer.ts";

const openHelpers = [
  "Helpers",
  "Create Diagram",
  "Create PowerPoint",
  "Create Visualization",
  "CSV Extractor",
  "Summary with Quotations",
];
const searchField = () => promptPanel().getByRole("searchbox", { name: "Search prompts" });

async function renderPanel(...prompts: readonly StoredPrompt[]) {
  const store = stubPrompts(...prompts);
  await renderApp();
  await openPrompts();
  return store;
}

async function chooseView(name: string): Promise<void> {
  await promptPanel().getByRole("button", { name: "Prompt list options" }).click();
  await page.getByRole("menu").getByText(name, { exact: true }).click();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
}

/** Opens the menu of a prompt or folder, and returns the names of its entries. */
async function readMenu(name: string): Promise<string[]> {
  const menu = await openPromptMenu(name);
  return menu
    .getByRole("menuitem")
    .elements()
    .map(({ textContent }) => textContent);
}

async function closeMenu(): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
}

test("[C5.30] [A9.25] the menu of a prompt offers what its flags allow; one that cannot be edited can be viewed, and deleting asks first", async () => {
  const store = await renderPanel(
    { name: "Everything" },
    { name: "Nothing", data: { noEdit: true, noCopy: true, noDelete: true, noShare: true } },
  );
  expect(await readMenu("Everything")).toEqual([
    ...["Start", "Edit", "Make a copy", "Move to folder…", "Hide", "Delete"],
  ]);
  await closeMenu();
  expect(await readMenu("Nothing")).toEqual(["Start", "View", "Move to folder…", "Hide"]);
  await page.getByRole("menuitem", { name: "View" }).click();
  const view = dialogNamed("View “Nothing”");
  await expect.element(view.getByRole("textbox", { name: "Content" })).toHaveAttribute("readonly");
  expect(view.getByRole("button", { name: "Save" }).elements()).toEqual([]);
  await view.getByRole("button", { name: "Close" }).last().click();
  await expect.element(view).not.toBeInTheDocument();
  promptRow("Nothing").element().focus();
  await userEvent.keyboard("{Delete}");
  expect(page.getByRole("alertdialog").elements()).toEqual([]);

  await chooseForPrompt("Everything", "Delete");
  await expect.element(page.getByRole("alertdialog").getByText("“Everything”")).toBeVisible();
  await confirmWith("Cancel");
  await expect.element(promptRow("Everything")).toBeVisible();
  await chooseForPrompt("Everything", "Delete");
  await confirmWith("Delete");
  await expect.element(promptRow("Everything")).not.toBeInTheDocument();
  await eventually(() => store.listPrompts().map(({ name }) => name)).toEqual(["Nothing"]);
});

test("[C3.15] [C5.30] built-in prompts can be copied and hidden but not changed, and hidden ones can be shown again", async () => {
  await renderPanel({ name: "Own" });
  await promptRow("Custom Instructions").click();
  await eventually(readPromptNames).toEqual([
    ...openHelpers,
    "Custom Instructions",
    "Default Instructions",
    "Diagram Assistant",
    "PowerPoint Assistant",
    "Visualization Assistant",
    "Own",
  ]);
  expect(await readMenu("CSV Extractor")).toEqual(["Start", "View", "Make a copy", "Move to folder…", "Hide"]);
  await page.getByRole("menuitem", { name: "Make a copy" }).click();
  await expect.element(promptRow("CSV Extractor (copy)")).toBeVisible();
  await chooseForPrompt("CSV Extractor", "Hide");
  await expect.element(promptRow("CSV Extractor")).not.toBeInTheDocument();
  await chooseView("Show hidden prompts");
  await chooseForPrompt("CSV Extractor", "Show in the list");
  await chooseView("Show hidden prompts");
  await expect.element(promptRow("CSV Extractor")).toBeVisible();
});

test("[A5.43] [C5.29] prompts are found by their name, description and content, without the hidden ones", async () => {
  await renderPanel(
    { name: "Carnot" },
    { name: "Described", description: "About ENTROPY" },
    { name: "Contained", content: "Explain entropy" },
    { name: "Hidden entropy", data: { hidden: true } },
  );
  await searchField().fill("eNTRopy");
  await eventually(readPromptNames).toEqual(["Contained", "Described"]);
  await searchField().fill("carnot");
  await eventually(readPromptNames).toEqual(["Carnot"]);
  await searchField().fill("nowhere at all");
  await expect.element(promptPanel().getByText("No matches")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(promptRow("Carnot")).toBeVisible();
  expect(readPromptNames()).not.toContain("Hidden entropy");
});

test("[A9.15] [A5.44] folders are created, renamed, pinned, sorted and deleted with their prompts, and the order is stored in this browser", async () => {
  await renderPanel({ name: "Carnot" }, { name: "Described" }, { name: "Contained" });
  const nameNewFolder = async (name: string) => {
    await promptPanel().getByRole("button", { name: "New folder" }).click();
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
    await expect.element(field).toHaveValue("New Folder");
    await field.fill(name);
  };
  await nameNewFolder("Anatomy");
  await userEvent.keyboard("{Enter}");
  await expect.element(promptRow("Anatomy")).toBeVisible();
  await nameNewFolder("Botany");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const readOwnFolders = () => readPromptNames().filter((name) => name?.endsWith("y"));
  await eventually(readOwnFolders).toEqual(["Botany", "Anatomy"]);
  await chooseView("Sort folders by name");
  await eventually(readOwnFolders).toEqual(["Anatomy", "Botany"]);
  await chooseForPrompt("Botany", "Pin");
  await eventually(readOwnFolders).toEqual(["Botany", "Anatomy"]);
  await chooseForPrompt("Botany", "Rename");
  await page.getByRole("textbox", { name: "Folder name" }).fill("Zoology");
  await userEvent.keyboard("{Enter}");
  await eventually(readOwnFolders).toEqual(["Zoology", "Anatomy"]);

  await chooseForPrompt("Carnot", "Move to folder…");
  await selectChoice(dialogNamed("Move “Carnot”"), "Folder", "Anatomy");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect.element(promptRow("Carnot")).not.toBeInTheDocument();
  await cleanup();
  await renderApp();
  await expect.element(promptTree()).toBeVisible();
  await eventually(readOwnFolders).toEqual(["Zoology", "Anatomy"]);
  const { id } = getPerson();
  expect(readUserValue(id, "promptFolderSort")).toBe("name");
  expect(readUserValue(id, "folders")).toContain('"name":"Zoology"');

  await promptRow("Anatomy").click();
  const names = ["Custom Instructions", ...openHelpers, "Zoology", "Anatomy"];
  await eventually(readPromptNames).toEqual([...names, "Carnot", "Contained", "Described"]);
  await chooseForPrompt("Anatomy", "Delete");
  await expect.element(page.getByText("“Anatomy” and the prompt in it will be deleted")).toBeVisible();
  await confirmWith("Delete");
  await eventually(readPromptNames).toEqual([...names.slice(0, -1), "Contained", "Described"]);
});

test("[A2.17] on a narrow screen both panels start closed, even if they were open in a wide window, lie over the page, and close with Esc or when another conversation is selected", async () => {
  await page.viewport(390, 844);
  const { id } = getPerson();
  for (const key of ["showChatbar", "showPromptbar"]) writeUserValue(id, key, "true");
  await storeLocalConversations(
    createConversation({ id: "one", name: "Number one", messages: createBranch(["Why?", "Answer of one"]) }),
  );
  stubPrompts();
  await renderApp();
  const openNarrowPanel = async () => {
    await banner().getByRole("button", { name: "More actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Prompts and Assistants" }).click();
    await expect.element(promptTree()).toBeVisible();
  };
  await expect.element(page.getByRole("button", { name: "Open the side panel" })).toBeVisible();
  for (const panel of [promptPanel(), sidePanel()]) await expect.element(panel).not.toBeInTheDocument();
  await openNarrowPanel();
  expect(document.documentElement.scrollWidth).toBe(390);
  // As in the list of chats, what creates is above what searches.
  const creating = promptPanel().getByRole("button", { name: "New prompt" });
  expect(boxOf(creating).top).toBeLessThan(boxOf(searchField()).top);
  await userEvent.keyboard("{Escape}");
  await expect.element(promptPanel()).not.toBeInTheDocument();
  await openNarrowPanel();
  openConversation("one");
  await expect.element(log().getByText("Answer of one")).toBeVisible();
  await expect.element(promptPanel()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await expect.element(conversationRow("Number one")).toBeVisible();
});

test("prompts can be written, found, moved and deleted by keyboard alone", async () => {
  stubPrompts();
  await renderApp();
  const showButton = page.getByRole("button", { name: "Show Prompts" });
  await expect.element(showButton).toBeVisible();
  showButton.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(promptTree()).toBeVisible();
  // The button that closes the panel, the tabs of the panel, and New prompt.
  await userEvent.keyboard("{Tab}{Tab}{Tab}{Enter}");
  const nameField = promptEditor().getByRole("textbox", { name: "Name", exact: true });
  await expect.element(nameField).toHaveFocus();
  await userEvent.keyboard("By keys{Tab}");
  await expect.element(contentField()).toHaveFocus();
  await userEvent.keyboard("Hello you{Control>}{Enter}{/Control}");
  await expect.element(promptEditor()).not.toBeInTheDocument();
  await expect.element(promptRow("By keys")).toBeVisible();

  searchField().element().focus();
  await userEvent.keyboard("{ArrowDown}{End}");
  await expect.element(promptRow("By keys")).toHaveFocus();
  await userEvent.keyboard("{Shift>}{F10}{/Shift}");
  await expect.element(page.getByRole("menuitem", { name: "Start" })).toHaveFocus();
  // Edit, copy, move.
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  const dialog = dialogNamed("Move “By keys”");
  await expect.element(dialog.getByRole("combobox", { name: "Folder" })).toHaveFocus();
  // The list is open before the first letter, as for a person, who types more slowly.
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("option", { name: "Helpers" })).toBeVisible();
  await userEvent.keyboard("Help");
  const options = page.getByRole("option");
  await eventually(() => options.elements().map(({ textContent }) => textContent)).toEqual(["Helpers"]);
  await userEvent.keyboard("{Enter}{Control>}{Enter}{/Control}");
  await expect.element(dialog).not.toBeInTheDocument();
  await searchField().fill("by keys");
  await eventually(readPromptNames).toEqual(["Helpers", "By keys"]);
  await userEvent.keyboard("{ArrowDown}{End}");
  await expect.element(promptRow("By keys")).toHaveFocus();
  await userEvent.keyboard("{Delete}");
  await confirmWith("Delete");
  await expect.element(promptPanel().getByText("No matches")).toBeVisible();
});
