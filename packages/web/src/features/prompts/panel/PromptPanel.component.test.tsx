import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { confirmWith } from "../../../testing/chatList.ts";
import {
  chooseForPrompt,
  openPromptMenu,
  openPrompts,
  promptPanel,
  promptRow,
  readPromptNames,
} from "../../../testing/promptPanel.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { type StoredPrompt, stubPrompts } from "../../../testing/stubFolders.ts";

const openHelpers = [
  "Helpers",
  "Create Diagram",
  "Create PowerPoint",
  "Create Visualization",
  "CSV Extractor",
  "Summary with Quotations",
];

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
    ...["Start", "Edit", "Make a copy", "Move to folder…", "Share…", "Hide", "Delete"],
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

test("[A9.26] Share, Delete and Make a copy are each hidden by the flag of the prompt that forbids it", async () => {
  await renderPanel(
    { name: "Kept", data: { noDelete: true } },
    { name: "Private", data: { noShare: true } },
    { name: "Single", data: { noCopy: true } },
  );
  const readOffered = async (name: string) => {
    const offered = await readMenu(name);
    await closeMenu();
    return ["Make a copy", "Share…", "Delete"].filter((action) => offered.includes(action));
  };
  expect(await readOffered("Kept")).toEqual(["Make a copy", "Share…"]);
  expect(await readOffered("Private")).toEqual(["Make a copy", "Delete"]);
  expect(await readOffered("Single")).toEqual(["Share…", "Delete"]);
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
