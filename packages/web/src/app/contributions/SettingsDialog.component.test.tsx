import { getAvailableModels, getFeatureFlags, listLegacyWorkspaces, saveUserSettings } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { queryClient } from "../../lib/queryClient.ts";
import { readFolderNames } from "../../testing/chatList.ts";
import { alertWithText } from "../../testing/chatPage.ts";
import { createFlags, createModels } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, composer, dialogNamed, eventually, log, sidePanel } from "../../testing/screen.ts";
import { stubAnswers } from "../../testing/stubChat.ts";
import { stubFolders } from "../../testing/stubFolders.ts";
import { failOp, stubOp } from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";

const dialog = () => dialogNamed("Settings");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const savedNotice = () => page.getByRole("status").filter({ hasText: "Settings saved succsessully" });
const readTheme = () => document.documentElement.dataset.mantineColorScheme;
const modelSwitch = (name: string) => dialog().getByRole("switch", { name });

async function openSettings(): Promise<void> {
  await userEvent.keyboard("{Control>},{/Control}");
  await expect.element(dialog()).toBeVisible();
}

async function close(): Promise<void> {
  await button("Close").last().click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

async function renderWorkspace(): Promise<void> {
  await renderApp();
  await expect.element(composer()).toBeVisible();
}

/** The names of the models that a new chat offers. */
async function readModelNames(): Promise<(string | null)[]> {
  await page.getByRole("combobox", { name: "Model" }).click();
  const options = page.getByRole("option");
  await expect.element(options.first()).toBeVisible();
  const names = options.elements().map((option) => option.textContent);
  await userEvent.keyboard("{Escape}");
  return names;
}

test("[A2.24] [A8.39e] the account menu opens the settings; a theme is saved at once and no notice says it, other changes are said once the dialog is closed", async () => {
  const readSaved = stubSettings();
  stubOp(getFeatureFlags, createFlags({ memory: true }));
  await renderWorkspace();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect.element(dialog()).toBeVisible();
  expect(
    dialog()
      .getByRole("tab")
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(["General", "Chat storage"]);
  await expect.element(button("Save")).not.toBeInTheDocument();
  await dialog().getByText("Light", { exact: true }).click();
  await eventually(readTheme).toBe("light");
  await eventually(() => readSaved()?.theme).toBe("light");
  // The whole page shows it.
  await close();
  await openSettings();
  await expect.element(savedNotice()).not.toBeInTheDocument();
  await modelSwitch("Memory").click();
  await eventually(() => readSaved()?.featureOptions.includeMemory).toBe(true);
  // The notice would move the dialog, so it waits until the dialog is closed.
  await expect.element(savedNotice()).not.toBeInTheDocument();
  await close();
  await expect.element(savedNotice()).toBeVisible();
});

const tab = (name: string) => dialog().getByRole("tab", { name, exact: true });
const readTabs = () =>
  dialog()
    .getByRole("tab")
    .elements()
    .map(({ textContent }) => textContent);
const workspaces = [{ key: "old", note: "Before the exam", sharedAt: "2024-05-01T08:00:00.000Z" }];

test("[A2.61] the settings have the theme, the features and the models in one tab, the storage of chats in one that needs its flag, and in one the workspaces of who has some", async () => {
  stubOp(getFeatureFlags, createFlags({ memory: true, artifacts: true }));
  stubOp(listLegacyWorkspaces, { items: workspaces });
  await renderWorkspace();
  await openSettings();
  await expect.poll(readTabs).toEqual(["General", "Chat storage", "Legacy Workspaces"]);
  const panel = dialog().getByRole("tabpanel");
  for (const name of ["Theme", "Features", "Models to choose from"])
    await expect.element(panel.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect.element(panel.getByRole("radio", { name: "Light" })).toBeInTheDocument();
  for (const name of ["Artifacts", "Memory", "scripted-small"])
    await expect.element(modelSwitch(name)).toBeInTheDocument();
  await tab("Chat storage").click();
  await expect.element(panel.getByRole("radio").first()).toBeInTheDocument();
  await tab("Legacy Workspaces").click();
  await expect.element(panel.getByRole("button", { name: "Import Items" })).toBeVisible();
  await close();

  stubOp(getFeatureFlags, createFlags({ storeCloudConversations: false }));
  stubOp(listLegacyWorkspaces, { items: [] });
  await queryClient.invalidateQueries();
  await openSettings();
  await expect.poll(readTabs).toEqual(["General"]);
});

test("[A2.11] the left panel has the tabs Chats, Share and More; the settings, where workspaces are imported, open from its account menu", async () => {
  stubOp(listLegacyWorkspaces, { items: workspaces });
  await renderWorkspace();
  const tabs = sidePanel().getByRole("tab").elements();
  expect(tabs.map(({ textContent }) => textContent)).toEqual(["Chats", "Share", "More"]);
  expect(sidePanel().element().contains(accountButton().element())).toBe(true);
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await tab("Legacy Workspaces").click();
  await expect.element(dialog().getByRole("button", { name: "Import Items" })).toBeVisible();
});

test("the tab for storage needs its flag", async () => {
  stubOp(getFeatureFlags, createFlags({ storeCloudConversations: false }));
  await renderWorkspace();
  await openSettings();
  await expect.element(dialog().getByRole("tab", { name: "General" })).toBeVisible();
  await expect.element(dialog().getByRole("tab", { name: "Chat storage" })).not.toBeInTheDocument();
});

test("[A5.22] the default model cannot be hidden, and a hidden one is offered no more until it is shown again", async () => {
  await renderWorkspace();
  expect(await readModelNames()).toEqual([
    expect.stringContaining("scripted-large"),
    expect.stringContaining("scripted-small"),
  ]);
  await openSettings();
  await expect.element(dialog().getByText("The default model cannot be hidden.")).toBeVisible();
  expect(dialog().getByRole("switch", { disabled: true }).elements()).toHaveLength(1);
  // All models are in one group, which needs no name.
  await expect.element(dialog().getByText("Other", { exact: true })).not.toBeInTheDocument();
  await button("Hide all").click();
  await expect.element(modelSwitch("scripted-large")).toBeChecked();
  await expect.element(modelSwitch("scripted-small")).not.toBeChecked();
  await button("Show all").click();
  await expect.element(modelSwitch("scripted-small")).toBeChecked();
  await modelSwitch("scripted-small").click();
  await close();
  expect(await readModelNames()).toEqual([expect.stringContaining("scripted-large")]);
  await openSettings();
  await modelSwitch("scripted-small").click();
  await close();
  expect(await readModelNames()).toHaveLength(2);
});

test("[A5.22] where all models are hidden an alert says so; other settings can still be changed, and the models are not saved", async () => {
  const readSaved = stubSettings();
  stubOp(getAvailableModels, { ...createModels(), default: null });
  await renderWorkspace();
  await openSettings();
  await button("Hide all").click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent(/^All models are currently set to be hidden/);
  await dialog().getByText("Light", { exact: true }).click();
  await eventually(readTheme).toBe("light");
  await eventually(() => readSaved()?.theme).toBe("light");
  expect(readSaved()?.hiddenModelIds).toEqual([]);
  await expect.element(modelSwitch("scripted-small")).not.toBeChecked();
  await close();
  await openSettings();
  await expect.element(dialog().getByRole("alert")).not.toBeInTheDocument();
  await expect.element(modelSwitch("scripted-small")).toBeChecked();
});

test("new chats go into a folder named after the day while they are grouped so, and only then", async () => {
  stubFolders();
  stubAnswers("An answer");
  await renderWorkspace();
  const toggle = async () => {
    await openSettings();
    await modelSwitch("Group new chats in daily folders").click();
    await close();
  };
  const ask = async (question: string) => {
    await page.getByRole("button", { name: "New chat" }).first().click();
    await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
    await composer().fill(question);
    await userEvent.keyboard("{Enter}");
    await expect.element(log().getByText("An answer")).toBeVisible();
  };
  await ask("Before");
  expect(readFolderNames()).toEqual([]);
  await toggle();
  await ask("Grouped");
  await eventually(readFolderNames).toHaveLength(1);
  const [folder] = readFolderNames();
  expect(folder).toMatch(/\d 1$/);
  await toggle();
  await ask("After");
  expect(readFolderNames()).toEqual([folder]);
});

test("[A7.66] [A8.24] settings that the server rejects stay saved in the browser, and the page says so", async () => {
  failOp(saveUserSettings, "The settings could not be written.");
  await renderWorkspace();
  await openSettings();
  await dialog().getByText("Light", { exact: true }).click();
  await expect.element(alertWithText("Settings failed to update in the cloud...")).toBeVisible();
  await eventually(readTheme).toBe("light");
  // After a reload the page saves them.
  const readSaved = stubSettings();
  await cleanup();
  queryClient.clear();
  document.documentElement.dataset.mantineColorScheme = "dark";
  await renderWorkspace();
  await eventually(readTheme).toBe("light");
  await eventually(() => readSaved()?.theme).toBe("light");
});
