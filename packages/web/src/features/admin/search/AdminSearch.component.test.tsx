import {
  defaultAppearance,
  getApiDocumentation,
  getDataDisclosureStatus,
  getFeatureFlags,
  getOperations,
  getSiteConfigs,
  listBuiltInAssistants,
  listModelServers,
  listPptxTemplates,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openSiteAdmin } from "../../../entities/shell/siteAdminRoute.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { stubOp } from "../../../testing/stubServer.ts";
import { getFlagTitles } from "../sections/flagTexts.ts";
import { listAdminSettings } from "./adminSettings.ts";

const dialog = () => dialogNamed("Admin Interface");
const search = () => dialog().getByRole("combobox", { name: "Search settings" });

const flag = { enabled: false, userExceptions: [], amplifyGroupExceptions: [] };

beforeEach(async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true, assistantApis: true }));
  stubOp(getSiteConfigs, {
    admins: [],
    amplifyGroups: {},
    featureFlags: Object.fromEntries(Object.keys(getFlagTitles()).map((name) => [name, flag])),
    rateLimit: { period: "Unlimited", rate: 0 },
    promtCostAlert: { isActive: false, alertMessage: "", cost: 0 },
    supportedModels: {},
    openaiEndpoints: [],
    assistantAdminGroups: {},
    applicationVariables: {},
    applicationSecrets: {},
    integrations: {},
    appearance: defaultAppearance,
    states: {},
  });
  stubOp(listModelServers, { servers: [] });
  stubOp(listPptxTemplates, { templates: [] });
  stubOp(listBuiltInAssistants, { group: null, assistants: [] });
  stubOp(getDataDisclosureStatus, { document: null, acceptedCount: 0 });
  stubOp(getApiDocumentation, { documents: [] } as never);
  stubOp(getOperations, { operations: [] });
  await renderApp();
});

test("a setting is found by a word of either language, and Enter moves the focus to its field", async () => {
  openSiteAdmin();
  await search().fill("Schwelle");
  await expect.element(page.getByRole("option")).toHaveTextContent("Ask if the message costs more thanConfigurations");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByRole("textbox", { name: "Ask if the message costs more than" })).toHaveFocus();
  await expect.element(search()).toHaveValue("");
  expect(location.hash).toBe("#page=admin&tab=configurations");

  await search().fill("share links");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByRole("tab", { name: "Feature Flags", selected: true })).toBeVisible();
  await expect.element(dialog().getByRole("switch", { name: "Links to chats" })).toHaveFocus();

  await search().fill("look and words");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByRole("tab", { name: "Look and words", selected: true })).toBeVisible();
  await search().fill("quokka");
  await expect.element(page.getByText("No matches")).toBeVisible();
});

test("the palette finds the same settings", async () => {
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox", { name: "Search" }).fill("Kontakt");
  await page.getByRole("group", { name: "Administration" }).getByRole("option").first().click();
  await expect.element(dialog().getByRole("textbox", { name: "Address for questions" })).toHaveFocus();
});

test("every setting is found on its tab", async () => {
  openSiteAdmin("configurations");
  await expect.element(search()).toBeVisible();
  for (const { id, tab, name } of listAdminSettings()) {
    openSiteAdmin(tab, id);
    await eventually(() => location.hash).toBe(`#page=admin&tab=${tab}`);
    const focused = document.activeElement;
    const texts = [
      focused?.textContent,
      focused?.getAttribute("aria-label"),
      focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
        ? focused.labels?.[0]?.textContent
        : null,
    ];
    expect(
      texts.some((text) => text?.startsWith(name)),
      `${id}: ${texts}`,
    ).toBe(true);
  }
});
