import {
  clearMemories,
  createMemoryProject,
  editMemory,
  editMemoryProject,
  getFeatureFlags,
  readMemory,
  removeMemory,
  saveUserSettings,
} from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openPanel } from "../../entities/shell/panels.ts";
import { workspaceEvents } from "../../entities/shell/workspaceEvents.ts";
import { alerts, alertWithText } from "../../testing/chatPage.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { promptRow } from "../../testing/promptPanel.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, boxOf, dialogNamed, eventually } from "../../testing/screen.ts";
import { stubAssistants } from "../../testing/stubAssistants.ts";
import { stubPrompts } from "../../testing/stubFolders.ts";
import { createMemory, createProject, stubMemory } from "../../testing/stubMemory.ts";
import { failOp, listInputs, stubOp } from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";

const dialog = () => dialogNamed("Memory Management");
const tab = (name: string) => dialog().getByRole("tab", { name, exact: true });
const table = (name: string) => dialog().getByRole("table", { name, exact: true });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const question = (name: string) => page.getByRole("alertdialog", { name });
const text = (words: string) => dialog().getByText(words, { exact: true });

async function openMemory(): Promise<void> {
  await renderApp();
  openDialog("memory");
  await expect.element(dialog()).toBeVisible();
}

test("[A2.15 A2.26] the right panel has a Memory button at its foot only if both the flag and the person's option are on", async () => {
  const panel = page.getByRole("complementary", { name: "Prompts and Assistants" });
  const memoryButton = panel.getByRole("button", { name: "Memory", exact: true });
  const switchOption = async () => {
    await accountButton().click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Memory" }).click();
    await userEvent.keyboard("{Escape}");
    // A dialog hides the page.
    await expect.element(panel).toBeVisible();
  };
  stubMemory();
  stubPrompts({ name: "Lesson", content: "Begin." });
  await renderApp();
  openPanel("right");
  await expect.element(promptRow("Lesson")).toBeVisible();
  await expect.element(memoryButton).toBeVisible();
  expect(boxOf(panel).bottom - boxOf(memoryButton).bottom).toBeLessThan(30);
  await memoryButton.click();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await switchOption();
  await expect.element(memoryButton).not.toBeInTheDocument();
  await switchOption();
  await expect.element(memoryButton).toBeVisible();
  stubOp(getFeatureFlags, createFlags({ memory: false }));
  workspaceEvents.emit("updateFeatureSettings", {});
  await expect.element(memoryButton).not.toBeInTheDocument();
});

test("[C2.41 C2.42 C3.16 C4.37 C9.18b] memories about the person are in a table; one is edited, cancelled, saved and, once confirmed, deleted, which can be undone", async () => {
  const stored = stubMemory({ memories: [createMemory(), createMemory({ id: "m2", content: "Likes tea." })] });
  await openMemory();
  const names = dialog()
    .getByRole("tab")
    .elements()
    .map((each) => each.textContent);
  expect(names).toEqual(["User", "Projects", "Assistants"]);
  const memories = table("Memories about you");
  await expect.element(memories).toBeVisible();
  expect(boxOf(dialog().getByRole("tablist")).right).toBeLessThanOrEqual(boxOf(memories).left);
  const headers = memories.getByRole("columnheader").elements();
  expect(headers.map((each) => each.textContent)).toEqual(["Memory", "Created At", "Actions"]);
  const row = (content: string) => memories.getByRole("row").filter({ hasText: content });
  await expect.element(row("Teaches law.").getByText("Nov 29, 2026", { exact: true })).toBeVisible();
  await row("Teaches law.").getByRole("button", { name: "Edit", exact: true }).click();
  const field = memories.getByRole("textbox", { name: "Memory" });
  await field.fill("Something else");
  await memories.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.element(row("Teaches law.")).toBeVisible();
  expect(listInputs(editMemory)).toEqual([]);
  await row("Teaches law.").getByRole("button", { name: "Edit", exact: true }).click();
  await field.fill("  Teaches history. ");
  const readsBefore = listInputs(readMemory).length;
  await memories.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(row("Teaches history.")).toBeVisible();
  expect(listInputs(editMemory)).toEqual([{ memory_id: "m1", content: "Teaches history." }]);
  await eventually(() => listInputs(readMemory).length).toBeGreaterThan(readsBefore);
  await row("Likes tea.").getByRole("button", { name: "Delete", exact: true }).click();
  expect(listInputs(removeMemory)).toEqual([]);
  await question("Delete memory").getByRole("button", { name: "Delete" }).click();
  await expect.element(row("Likes tea.")).not.toBeInTheDocument();
  expect(listInputs(removeMemory)).toEqual([{ memory_id: "m2" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(row("Likes tea.")).toBeVisible();
  expect(stored.memories).toHaveLength(2);
});

test("Esc ends an edit without closing the dialog, and Enter saves", async () => {
  stubMemory({ memories: [createMemory()] });
  await openMemory();
  await button("Edit").click();
  await userEvent.keyboard("x{Escape}");
  await expect.element(button("Edit")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("!{Enter}");
  await expect.element(table("Memories about you").getByText("Teaches law.!")).toBeVisible();
});

test("a half-edited memory is still there after another tab was shown and the dialog was closed", async () => {
  stubMemory({ memories: [createMemory()] });
  await openMemory();
  const field = dialog().getByRole("textbox", { name: "Memory", exact: true });
  await button("Edit").click();
  await userEvent.keyboard(" And history.");
  await tab("Projects").click();
  await tab("User").click();
  await expect.element(field).toHaveValue("Teaches law. And history.");
  await expect.element(tab("User")).toHaveFocus();
  await dialog().getByRole("button", { name: "Close" }).first().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  openDialog("memory");
  await expect.element(field).toHaveValue("Teaches law. And history.");
  await expect.element(field).not.toHaveFocus();
  await button("Save").click();
  await expect.element(table("Memories about you").getByText("Teaches law. And history.")).toBeVisible();
  expect(listInputs(editMemory)).toEqual([{ memory_id: "m1", content: "Teaches law. And history." }]);

  // What was cancelled or not changed is no draft.
  await button("Edit").click();
  await userEvent.keyboard("x{Escape}");
  await button("Edit").click();
  await tab("Projects").click();
  await tab("User").click();
  await expect.element(button("Edit")).toBeVisible();
});

test("[C2.43 C5.37] projects are created with a name that is not blank, renamed and deleted; their memories can be edited", async () => {
  const memory = createMemory({ memory_type: "project", memory_type_id: "p1", content: "Is about whales." });
  stubMemory({ projects: [createProject()], memories: [memory] });
  await openMemory();
  await tab("Projects").click();
  await expect.element(text("Select a project to view its memories")).toBeVisible();
  await button("Thesis").click();
  const memories = table("Memories of Thesis");
  await memories.getByRole("button", { name: "Edit", exact: true }).click();
  await memories.getByRole("textbox", { name: "Memory" }).fill("Is about seals.");
  await memories.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(memories.getByText("Is about seals.")).toBeVisible();
  await button("+ New").click();
  await expect.element(button("Create")).toBeDisabled();
  const name = dialog().getByRole("textbox", { name: "Project name" });
  await name.fill("   ");
  await expect.element(button("Create")).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  await button("Cancel").click();
  expect(listInputs(createMemoryProject)).toEqual([]);
  await button("+ New").click();
  await name.fill(" Grant ");
  await button("Create").click();
  await expect.element(text("No memories for this project")).toBeVisible();
  expect(listInputs(createMemoryProject)).toEqual([{ ProjectName: "Grant" }]);
  await button("Edit Grant").click();
  await name.fill("Big grant");
  await button("Save").click();
  await expect.element(button("Big grant")).toBeVisible();
  expect(listInputs(editMemoryProject)).toEqual([{ ProjectID: "new-Grant", ProjectName: "Big grant" }]);
  await button("Delete Big grant").click();
  await question("Delete project").getByRole("button", { name: "Delete" }).click();
  await expect.element(button("Big grant")).not.toBeInTheDocument();
});

test("[C2.44] assistants and their memories can only be read; the toggle beside them turns the detection of facts off", async () => {
  stubAssistants([{ assistantId: "a1", name: "Tutor" }]);
  const memory = createMemory({ memory_type: "assistant", memory_type_id: "a1", content: "Wants hints only." });
  stubMemory({ memories: [memory] });
  await openMemory();
  await tab("Assistants").click();
  await expect.element(text("Select an assistant from the sidebar to view its memories")).toBeVisible();
  await button("Tutor").click();
  const memories = table("Memories of Tutor");
  await expect.element(memories.getByText("Wants hints only.")).toBeVisible();
  expect(memories.getByRole("button").elements()).toEqual([]);
  await dialog().getByRole("switch", { name: "Auto-extract new memories", exact: true }).click();
  await eventually(() => listInputs(saveUserSettings).at(-1)?.settings.autoExtractsMemories).toBe(false);
});

test("[C2.45] each list and table that is empty says so", async () => {
  stubMemory();
  await openMemory();
  await expect.element(text("No memories found")).toBeVisible();
  await tab("Projects").click();
  await expect.element(text("No projects found")).toBeVisible();
  await expect.element(text("Select a project to view its memories")).toBeVisible();
  await tab("Assistants").click();
  await expect.element(text("No assistants found")).toBeVisible();
});

test("[C2.45] an empty project and an assistant without memories say so", async () => {
  stubAssistants([{ assistantId: "a1", name: "Tutor" }]);
  stubMemory({ projects: [createProject()] });
  await openMemory();
  await tab("Projects").click();
  await button("Thesis").click();
  await expect.element(text("No memories for this project")).toBeVisible();
  await tab("Assistants").click();
  await expect.element(text("Select an assistant from the sidebar to view its memories")).toBeVisible();
  await button("Tutor").click();
  await expect.element(text("No memories for this assistant")).toBeVisible();
});

test("[C8.41] failed edits, deletions and loads are logged without an alert, and can be tried again; a project that is not created is reported", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  stubMemory({ memories: [createMemory()] });
  failOp(readMemory, "The database isn’t responding.", { status: 400 });
  await openMemory();
  await expect.element(text("Couldn’t load your memories.")).toBeVisible();
  await eventually(() => warned.mock.calls.length).toBeGreaterThan(0);
  stubMemory({ memories: [createMemory()] });
  await button("Try again").click();
  failOp(editMemory, "The database isn’t responding.");
  await button("Edit").click();
  await dialog().getByRole("textbox", { name: "Memory" }).fill("Changed");
  await button("Save").click();
  await expect.element(text("It wasn’t saved. Try again.")).toBeVisible();
  await expect.element(dialog().getByRole("textbox", { name: "Memory" })).toHaveValue("Changed");
  await button("Cancel").click();
  failOp(removeMemory, "The database isn’t responding.");
  await button("Delete").click();
  await question("Delete memory").getByRole("button", { name: "Delete" }).click();
  await expect.element(question("Delete memory").getByText("Nothing was deleted. Try again.")).toBeVisible();
  await question("Delete memory").getByRole("button", { name: "Cancel" }).click();
  expect(logged.mock.calls.map(([what]) => what)).toEqual([
    "Memory: changing a memory failed.",
    "Memory: deleting a memory failed.",
  ]);
  expect(alerts().elements()).toEqual([]);
  failOp(createMemoryProject, "The database isn’t responding.");
  await tab("Projects").click();
  await button("+ New").click();
  await dialog().getByRole("textbox", { name: "Project name" }).fill("Grant");
  await button("Create").click();
  await expect.element(alertWithText("Failed to create project")).toBeVisible();
  await expect.element(dialog().getByRole("textbox", { name: "Project name" })).toHaveValue("Grant");
});

test("the settings delete all memories, after a question that says how many, also while memory is off", async () => {
  const stored = stubMemory({ memories: [createMemory(), createMemory({ id: "m2" })] });
  stubSettings(null);
  await renderApp();
  openDialog("settings");
  await page.getByRole("button", { name: "Delete all memories (2)" }).click();
  await expect.element(question("Delete all memories").getByText(/^Delete 2 memories/)).toBeVisible();
  await question("Delete all memories").getByRole("button", { name: "Delete all" }).click();
  await eventually(() => stored.memories).toEqual([]);
  expect(listInputs(clearMemories)).toEqual([{}]);
  await expect.element(page.getByRole("button", { name: /^Delete all memories/ })).not.toBeInTheDocument();
});
