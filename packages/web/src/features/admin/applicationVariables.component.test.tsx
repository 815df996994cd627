import { getFeatureFlags, getSiteConfigs, type OpOutput, updateSiteConfigs } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { queryClient } from "../../lib/queryClient.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../testing/screen.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";
import { discardConfigDrafts } from "./configDrafts.ts";

// They outlive the dialog.
beforeEach(discardConfigDrafts);

type Configs = OpOutput<typeof getSiteConfigs>;

const dialog = () => dialogNamed("Admin Interface");
const field = (name: string) => dialog().getByRole("textbox", { name, exact: true });
const secret = (name: string) => dialog().getByLabelText(name, { exact: true });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const save = () => button("Save Changes").click();

const first: Configs = { admins: [], amplifyGroups: {}, featureFlags: {}, states: {} };
const second: Configs = {
  applicationVariables: { REGION: "eu-west" },
  applicationSecrets: { TOKEN: { setAt: "2026-11-20T09:30:00.000Z" } },
  states: {},
};

/** Answers as a server that has two groups of sections, and stores no secret that it could return. */
function stubConfigs(): void {
  let stored = second;
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, ({ lazy_load }) => (lazy_load === "1" ? first : stored));
  stubOp(updateSiteConfigs, ({ configurations }) => {
    for (const { type, data } of configurations) {
      const setAt = "2026-11-21T09:30:00.000Z";
      const kept =
        type === "applicationSecrets" ? Object.fromEntries(Object.keys(data).map((name) => [name, { setAt }])) : data;
      stored = { ...stored, [type]: kept };
    }
    return Object.fromEntries(configurations.map(({ type }) => [type, { success: true }]));
  });
}

const openVariables = () => renderApp("#page=admin&tab=applicationVariables");
const readSaved = () => listInputs(updateSiteConfigs).map(({ configurations }) => configurations);

test("[A7.65] the dialog opens with the first group of sections while the second is being loaded", async () => {
  stubConfigs();
  const loaded = Promise.withResolvers<void>();
  stubOp(getSiteConfigs, async ({ lazy_load }) => {
    if (lazy_load === "0") await loaded.promise;
    return lazy_load === "1" ? first : second;
  });
  await openVariables();
  await expect.element(dialog().getByText("Loading the configuration").first()).toBeInTheDocument();
  await expect.element(button("Save Changes")).toBeVisible();
  await eventually(() => listInputs(getSiteConfigs)).toEqual([{ lazy_load: "1" }, { lazy_load: "0" }]);
  loaded.resolve();
  await expect.element(field("REGION")).toHaveValue("eu-west");
});

test("[A2.53] variables are added, changed and removed, and names are checked", async () => {
  stubConfigs();
  await openVariables();
  await field("REGION").fill("us-east");
  const name = field("New variable");
  await button("Add variable").click();
  await expect.element(dialog().getByText("Please enter a name.")).toBeVisible();
  await name.fill("API-URL");
  await button("Add variable").click();
  await expect.element(dialog().getByText("A name starts with a letter and has only letters")).toBeVisible();
  await name.fill("REGION");
  await button("Add variable").click();
  await expect.element(dialog().getByText("There is already an entry with this name.")).toBeVisible();
  await name.fill("API_URL");
  await field("Value of the new variable").fill("https://example.org");
  await userEvent.keyboard("{Enter}");
  await expect.element(field("API_URL")).toHaveValue("https://example.org");
  await expect.element(dialog().getByRole("tab", { name: "Application Variables, not saved" })).toBeVisible();
  await save();
  await eventually(readSaved).toMatchObject([
    [{ type: "applicationVariables", data: { REGION: "us-east", API_URL: "https://example.org" } }],
  ]);
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  await button("Remove REGION").click();
  await save();
  await eventually(() => readSaved().at(-1)).toMatchObject([{ data: { API_URL: "https://example.org" } }]);
  expect(readSaved().at(-1)?.[0]?.data).not.toHaveProperty("REGION");
});

test("a secret is never shown; one without a new value is kept, and others are replaced, added and removed", async () => {
  stubConfigs();
  await openVariables();
  await expect.element(secret("TOKEN")).toHaveAttribute("type", "password");
  await expect.element(secret("TOKEN")).toHaveValue("");
  await expect.element(dialog().getByText(/^Set on /)).toBeVisible();
  await field("New secret").fill("OTHER");
  await button("Add secret").click();
  await expect.element(dialog().getByText("Please enter a value.")).toBeVisible();
  await secret("Value of the new secret").fill("quokka");
  await button("Add secret").click();
  const { reached, release } = pauseOp(updateSiteConfigs);
  await save();
  await reached;
  release();
  expect(readSaved()).toMatchObject([
    [{ type: "applicationSecrets", data: { TOKEN: { setAt: expect.any(String) }, OTHER: { value: "quokka" } } }],
  ]);
  expect(readSaved()[0]?.[0]?.data).not.toHaveProperty("TOKEN.value");
  // What was typed is gone once it is saved.
  await expect.element(secret("OTHER")).toHaveValue("");
  await secret("TOKEN").fill("numbat");
  await expect.element(dialog().getByText("The new value is not saved yet.")).toBeVisible();
  await button("Remove OTHER").click();
  await save();
  await eventually(() => readSaved().at(-1)?.[0]?.data).toEqual({
    TOKEN: { setAt: expect.any(String), value: "numbat" },
  });
});

test("a second group that cannot be loaded says so, and the first stays usable", async () => {
  stubConfigs();
  stubOp(getSiteConfigs, ({ lazy_load }) => {
    if (lazy_load === "0") throw new Error("Out of order");
    return first;
  });
  await openVariables();
  await expect
    .element(page.getByText("Unable to fetch admin configurations at this time. Please try again."))
    .toBeVisible();
  await expect
    .element(dialog().getByText("This could not be loaded. Please reload the configuration.").first())
    .toBeVisible();
  await expect.element(button("Save Changes")).toBeVisible();
});

test("what is saved while the second group is loading is shown as it was saved", async () => {
  stubConfigs();
  const loaded = Promise.withResolvers<void>();
  let isSaved = false;
  stubOp(updateSiteConfigs, () => {
    isSaved = true;
    return { admins: { success: true } };
  });
  stubOp(getSiteConfigs, async ({ lazy_load }) => {
    if (lazy_load === "1") return { ...first, admins: isSaved ? ["eve@example.org"] : [] };
    if (!isSaved) await loaded.promise;
    return second;
  });
  await renderApp("#page=admin");
  await dialog().getByRole("combobox", { name: "Administrators of this site" }).fill("eve@example.org,");
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  await expect.element(dialog().getByText("eve@example.org")).toBeVisible();
  loaded.resolve();
});

test("no secret stays in memory once it is saved, even if the configuration cannot be read again", async () => {
  stubConfigs();
  await openVariables();
  await secret("TOKEN").fill("numbat");
  failOp(getSiteConfigs, "Out of order");
  await save();
  await expect.element(dialog().getByRole("tab", { name: "Application Variables, not saved" })).not.toBeInTheDocument();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  const readMemory = () => {
    const queries = queryClient.getQueryCache().getAll();
    const mutations = queryClient.getMutationCache().getAll();
    return JSON.stringify([...queries, ...mutations].map(({ state }) => state));
  };
  await eventually(readMemory).not.toContain("numbat");
  await expect.element(dialog().getByText(/^Set on /)).toBeVisible();
});

test("what was typed for another entry is not lost: another tab keeps it, and it is saved or asked about", async () => {
  stubConfigs();
  await openVariables();
  await field("New variable").fill("API_URL");
  await field("Value of the new variable").fill("https://example.org");
  await field("New secret").fill("OTHER");
  await dialog().getByRole("tab", { name: "Feature Flags" }).click();
  await dialog().getByRole("tab", { name: "Application Variables, not saved" }).click();
  await expect.element(field("New variable")).toHaveValue("API_URL");
  await save();
  await eventually(() => readSaved()[0]).toMatchObject([
    { type: "applicationVariables", data: { REGION: "eu-west", API_URL: "https://example.org" } },
  ]);
  await expect.element(field("API_URL")).toHaveValue("https://example.org");
  await expect.element(dialog().getByText("Please enter a value.", { exact: true })).toBeVisible();
  // Another tab may be shown, so a notice says it, too, and no notice says that all was saved.
  const warning = page.getByRole("alert").filter({ hasText: "Not everything was saved." });
  await expect.element(warning.getByText("Application Secrets: Please enter a value.")).toBeVisible();
  await expect.element(page.getByText("Configurations successfully saved")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await save();
  await expect.element(page.getByRole("alert").filter({ hasText: "Nothing was saved." })).toBeVisible();
  await expect.element(page.getByText("No Changes to Save")).not.toBeInTheDocument();
  await button("Close").click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field("New secret")).toHaveValue("OTHER");
});
