import {
  type ConfigData,
  getFeatureFlags,
  getSiteConfigs,
  type OpOutput,
  type ProviderConfig,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openSiteAdmin } from "../../../../entities/shell/siteAdminRoute.ts";
import { queryClient } from "../../../../lib/queryClient.ts";
import { createFlags } from "../../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../../testing/screen.ts";
import { failOp, listInputs, stubOp } from "../../../../testing/stubServer.ts";
import { discardConfigDrafts } from "../../configDrafts.ts";

// They outlive the dialog.
beforeEach(discardConfigDrafts);
afterEach(() => vi.restoreAllMocks());

const dialog = () => dialogNamed("Admin Interface");
const group = () => dialog().getByRole("group", { name: "Google", exact: true });
const field = (name: string) => group().getByLabelText(name, { exact: true });
const checkbox = (name: string) => group().getByRole("checkbox", { name, exact: true });
const tab = (name: string) => dialog().getByRole("tab", { name, exact: true });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const save = () => button("Save Changes").click();
const listSaved = () => listInputs(updateSiteConfigs).map(({ configurations }) => configurations[0]?.data);

const setAt = "2026-11-20T09:30:00.000Z";
const registered: ProviderConfig = {
  ...{ clientId: "client-1", clientSecret: { setAt }, enabled: ["google_drive"] },
};

/** Opens the tab as on a server that stores what is saved, and returns no secret. */
async function openTab(providers: ConfigData<"integrations">): Promise<void> {
  let stored: OpOutput<typeof getSiteConfigs> = { integrations: providers, states: {} };
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, () => stored);
  stubOp(updateSiteConfigs, ({ configurations: [change] }) => {
    if (change?.type !== "integrations" || !change.data.google) throw new Error("something else was saved");
    const { clientId, clientSecret = {}, enabled = [] } = change.data.google;
    const isNew = clientSecret.value !== undefined;
    const readSecret = { setAt: isNew ? "2026-12-01T09:30:00.000Z" : (clientSecret.setAt ?? null) };
    const google = { clientId, clientSecret: readSecret, enabled };
    stored = { ...stored, integrations: { google } };
    return { integrations: { success: true } };
  });
  await renderApp();
  openSiteAdmin("integrations");
  await expect.element(field("Client ID")).toBeVisible();
}

test("the server is registered with a client ID, a secret and what people can connect; the secret is not shown again", async () => {
  await openTab({});
  await expect.element(group().getByText("Not set", { exact: true })).toBeVisible();
  await checkbox("Google Drive").click();
  await expect.element(tab("Integrations, not saved")).toBeVisible();
  await expect.element(group().getByText("Please enter the client ID.")).toBeVisible();
  await expect.element(group().getByText("Please enter the client secret.")).toBeVisible();
  await checkbox("Google Drive").click();
  // What is changed back is no change.
  await expect.element(tab("Integrations")).toBeVisible();
  await checkbox("Gmail").click();
  await checkbox("Google Calendar").click();
  await field("Client ID").fill(" client-1 ");
  await field("Client secret").fill("quokka");
  await expect.element(group().getByText("The new value is not saved yet.")).toBeVisible();
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  const google = { clientId: "client-1", clientSecret: { setAt: null, value: "quokka" } };
  expect(listSaved()).toEqual([{ google: { ...google, enabled: ["google_calendar", "google_gmail"] } }]);
  await expect.element(tab("Integrations")).toBeVisible();
  await expect.element(field("Client secret")).toHaveValue("");
  await expect.element(group().getByText(/^Set on /)).toBeVisible();
});

test("without a new secret, the stored one stays", async () => {
  await openTab({ google: registered });
  await expect.element(field("Client secret")).toHaveValue("");
  await expect.element(group().getByText(/^Set on /)).toBeVisible();
  await expect.element(checkbox("Google Drive")).toBeChecked();
  await checkbox("Google Drive").click();
  await checkbox("Google Docs").click();
  await save();
  await eventually(listSaved).toEqual([{ google: { ...registered, enabled: ["google_docs"] } }]);
});

test("no secret stays in memory once it is saved, even if the configuration cannot be read again", async () => {
  await openTab({ google: registered });
  await field("Client secret").fill("numbat");
  failOp(getSiteConfigs, "Out of order");
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  const readMemory = () => {
    const queries = queryClient.getQueryCache().getAll();
    const mutations = queryClient.getMutationCache().getAll();
    return JSON.stringify([...queries, ...mutations].map(({ state }) => state));
  };
  await eventually(readMemory).not.toContain("numbat");
  await expect.element(group().getByText(/^Set on /)).toBeVisible();
});

test("the redirect address is copied, and the search finds the fields", async () => {
  await openTab({ google: registered });
  const address = `${location.origin}/integrations/oauth/callback`;
  await expect.element(field("Redirect address")).toHaveValue(address);
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await button("Copy the redirect address").click();
  await expect.element(button("Copied")).toBeVisible();
  expect(write.mock.calls).toEqual([[address]]);
  await tab("Configurations").click();
  await dialog().getByRole("combobox", { name: "Search settings" }).fill("client secret");
  await page.getByRole("option").filter({ hasText: "Client secret" }).click();
  await expect.element(field("Client secret")).toHaveFocus();
});
