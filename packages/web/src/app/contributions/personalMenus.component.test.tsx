import { getAccounts, getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openPanel } from "../../entities/shell/panels.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, dialogNamed, sidePanel } from "../../testing/screen.ts";
import { stubApiKeys } from "../../testing/stubApiKeys.ts";
import { groupFlags, stubGroups } from "../../testing/stubGroups.ts";
import { createIntegration, stubIntegrations } from "../../testing/stubIntegrations.ts";
import { stubMemory } from "../../testing/stubMemory.ts";
import { listInputs, stubConfig, stubOp } from "../../testing/stubServer.ts";

const openMenuEntry = async (name: string) => {
  await accountButton().click();
  await page.getByRole("menuitem", { name, exact: true }).click();
  await expect.element(dialogNamed(name)).toBeVisible();
};

async function closeDialog(name: string): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(dialogNamed(name)).not.toBeInTheDocument();
}

test("[C2.39] the account menu, the tab More and the foot of the right panel have all entries of the specified menu", async () => {
  stubGroups([{ level: "admin" }]);
  stubMemory();
  stubConfig({ supportEmail: "help@example.org" });
  stubOp(getFeatureFlags, createFlags({ ...groupFlags, adminInterface: true, integrations: true, memory: true }));
  await renderApp();
  await accountButton().click();
  for (const name of ["Manage Accounts", "Admin Interface", "Settings", "Integrations"])
    await expect.element(page.getByRole("menuitem", { name, exact: true })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await sidePanel().getByRole("tab", { name: "More" }).click();
  for (const name of [/^Assistant Admin Interface$/, /^Import/, /^Export Conversations/])
    await expect.element(sidePanel().getByRole("button", { name })).toBeVisible();
  const feedback = sidePanel().getByRole("link", { name: "Send Feedback" });
  await expect.element(feedback).toHaveAttribute("href", expect.stringMatching(/^mailto:help@example\.org/));
  openPanel("right");
  const panel = page.getByRole("complementary", { name: "Prompts and Assistants" });
  await expect.element(panel.getByRole("button", { name: "Memory", exact: true })).toBeVisible();
});

test("[A1.02] whoever is not an administrator manages the theme, models, storage, accounts, API keys and integrations", async () => {
  stubApiKeys([]);
  stubIntegrations(createIntegration("google_drive"));
  stubOp(getFeatureFlags, createFlags({ integrations: true, apiKeys: true }));
  await renderApp();
  await openMenuEntry("Settings");
  const settings = dialogNamed("Settings");
  await expect.element(settings.getByRole("radio", { name: "Light" })).toBeInTheDocument();
  await expect.element(settings.getByRole("switch", { name: "scripted-small" })).toBeEnabled();
  await settings.getByRole("tab", { name: "Chat storage" }).click();
  await expect.element(settings.getByRole("tabpanel").getByRole("radio").first()).toBeInTheDocument();
  await closeDialog("Settings");
  await openMenuEntry("Manage Accounts");
  const accounts = dialogNamed("Manage Accounts");
  await expect.element(accounts.getByRole("button", { name: "Add an account" })).toBeEnabled();
  expect(listInputs(getAccounts)).not.toEqual([]);
  await accounts.getByRole("tab", { name: "API Access" }).click();
  await expect.element(accounts.getByRole("button", { name: "Create an API key" })).toBeEnabled();
  await closeDialog("Manage Accounts");
  await openMenuEntry("Integrations");
  await expect.element(page.getByRole("button", { name: "Connect Google Drive" })).toBeEnabled();
});
