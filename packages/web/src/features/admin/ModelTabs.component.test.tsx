import {
  getApiDocumentation,
  getDataDisclosureStatus,
  getFeatureFlags,
  getSiteConfigs,
  listBuiltInAssistants,
  listModelServers,
  listPptxTemplates,
  type ModelConfig,
  type ModelServer,
  type OpOutput,
  refreshModelServer,
  removeModelServer,
  testEndpoint,
  testStoredEndpoint,
  updateSiteConfigs,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { dispatchBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, dialogNamed, eventually } from "../../testing/screen.ts";
import { failOp, getPerson, interceptOp, listInputs, stubOp } from "../../testing/stubServer.ts";
import { discardConfigDrafts } from "./configDrafts.ts";
import { emptyModel } from "./sections/models/modelChanges.ts";

// They outlive the dialog.
beforeEach(discardConfigDrafts);

const dialog = () => dialogNamed("Admin Interface");
const form = () => page.getByRole("dialog", { name: /^(Adding|Editing)/ });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const field = (name: string) => form().getByRole("textbox", { name });
const save = () => button("Save Changes").click();
const listSent = () => listInputs(updateSiteConfigs).at(-1)?.configurations ?? [];

const createConfig = (id: string, changes: Partial<ModelConfig> = {}): ModelConfig => ({
  ...emptyModel,
  ...{ id, name: id, inputContextWindow: 8_000, outputTokenLimit: 4_000 },
  ...changes,
});
const unused = { lastSuccessAt: null, lastErrorAt: null, lastError: null, avoidedUntil: null };
const envUrl = "http://127.0.0.1:9/v1";
const server: ModelServer = {
  url: "https://models.example.org/v1",
  provider: "OpenAI-compatible",
  hasKey: true,
  isLocked: false,
  canRefresh: true,
  models: [
    {
      ...{ id: "large", name: "large", isAvailable: true },
      health: { ...unused, lastErrorAt: "2026-11-20T09:30:00.000Z", lastError: "It failed with status 503." },
    },
  ],
};
const saved = { key: "", isNew: false, needsNoKey: false, hasKey: true, isLocked: false };
const configs: OpOutput<typeof getSiteConfigs> = {
  amplifyGroups: { Law: { groupName: "Law", members: [], createdBy: null, includeFromOtherGroups: [] } },
  supportedModels: {
    large: createConfig("large", { isDefault: true, outputTokenCost: 0.01 }),
    "small-2": createConfig("small-2", { outputTokenCost: 0.001, defaultCheapestModel: true }),
    "a-retired": createConfig("a-retired", { isAvailable: false }),
    "whisper-1": createConfig("whisper-1", { isAvailable: false }),
    "text-embedding-9": createConfig("text-embedding-9", { defaultEmbeddingsModel: true }),
  },
  openaiEndpoints: [
    {
      id: "large",
      endpoints: [
        { ...saved, url: server.url },
        { ...saved, url: envUrl, isLocked: true },
      ],
    },
    { id: "small-2", endpoints: [] },
    { id: "text-embedding-9", endpoints: [] },
  ],
  states: { supportedModels: { revision: 2, savedBy: null, savedAt: null, locked: ["small-2"] } },
};

async function openTab(name: "Supported Models" | "OpenAi Endpoints"): Promise<void> {
  let stored = configs;
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, () => stored);
  stubOp(listModelServers, { servers: [server] });
  stubOp(updateSiteConfigs, ({ configurations }) => {
    for (const { type, data } of configurations) {
      if (type === "supportedModels") stored = { ...stored, [type]: { ...stored.supportedModels, ...data } as never };
    }
    return Object.fromEntries(configurations.map(({ type }) => [type, { success: true }]));
  });
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Admin Interface" }).click();
  await dialog().getByRole("tab", { name }).click();
  await expect.element(dialog().getByRole("heading", { name })).toBeVisible();
}

test("[A2.54] models are listed, the available ones first, and are added and edited in a dialog", async () => {
  await openTab("Supported Models");
  const list = () =>
    dialog()
      .getByRole("listitem")
      .elements()
      .map((item) => item.querySelector("span")?.textContent);
  expect(list()).toEqual(["large", "small-2", "text-embedding-9", "a-retired", "whisper-1"]);
  await expect.element(dialog().getByText("OpenAI · Not available · For speech, not for chats")).toBeVisible();
  await dialog().getByRole("searchbox", { name: "Search models" }).fill("small");
  expect(list()).toEqual(["small-2"]);
  await button("Edit small-2").click();
  await expect.element(form().getByRole("heading", { name: "Editing small-2" })).toBeVisible();
  await field("Name").fill("Small");
  await form().getByRole("combobox", { name: "Only for the members of" }).click({ force: true });
  await page.getByRole("option", { name: "Law" }).click();
  await form().getByRole("button", { name: "Apply" }).click();
  await expect.element(dialog().getByText("Small *")).toBeVisible();
  await expect.element(dialog().getByText(/Only for Law/)).toBeVisible();
  await button("Add a model").click();
  await expect.element(form().getByRole("heading", { name: "Adding a model" })).toBeVisible();
  await field("Id").fill("new-1");
  await field("Name").fill("New");
  await form().getByRole("switch", { name: "Available" }).click();
  await form().getByRole("button", { name: "Add", exact: true }).click();
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  // What was not changed is not sent, so that nobody else's change is overwritten.
  expect(listSent()).toMatchObject([
    {
      type: "supportedModels",
      revision: 2,
      data: {
        "small-2": { name: "Small", exclusiveGroupAvailability: ["Law"] },
        "new-1": { id: "new-1", name: "New", provider: "OpenAI", isAvailable: false },
      },
    },
  ]);
  expect(Object.keys(listSent()[0]?.data ?? {})).toHaveLength(2);
});

test("what is connected or created elsewhere is shown without reloading the configuration", async () => {
  await openTab("OpenAi Endpoints");
  await dialog().getByRole("tab", { name: "Configurations" }).click();
  const added = createConfig("just-connected");
  const changed = { ...configs, supportedModels: { ...configs.supportedModels, "just-connected": added } };
  stubOp(getSiteConfigs, changed);
  dispatchBrowserEvent({ type: "config" }, true);
  await dialog().getByRole("tab", { name: "Supported Models" }).click();
  await expect.element(button("Edit just-connected")).toBeVisible();
  // Nobody says that a group was created, but its tab is opened.
  const group = { group_id: "g1", groupName: "Optics", createdBy: "cara@example.org", numOfAssistants: 0 };
  stubOp(getSiteConfigs, { ...changed, assistantAdminGroups: { g1: group } });
  stubOp(listPptxTemplates, { templates: [] });
  stubOp(listBuiltInAssistants, { group: null, assistants: [] });
  stubOp(getDataDisclosureStatus, { document: null, acceptedCount: 0 });
  stubOp(getApiDocumentation, { doc_url: null, csv_url: null, postman_url: null, documents: [] });
  await dialog().getByRole("tab", { name: "Feature Data" }).click();
  await expect.element(dialog().getByRole("rowheader", { name: /Optics/ })).toBeVisible();
});

test("[A5.16] a model needs an id, a name and a provider and, if it is available, its window and its limit", async () => {
  await openTab("Supported Models");
  await button("Add a model").click();
  const add = () => form().getByRole("button", { name: "Add", exact: true }).click();
  await add();
  await expect.element(form().getByText("Required fields missing...", { exact: true })).toBeVisible();
  await expect
    .element(form().getByRole("alert"))
    .toHaveTextContent("Required fields missing... Id, Name, Input context window, Output token limit");
  await expect.element(field("Id")).toHaveFocus();
  // A provider is always chosen.
  await expect.element(form().getByRole("combobox", { name: "Provider" })).toHaveValue("OpenAI");
  await field("Id").fill("new-1");
  await field("Name").fill("New");
  await expect
    .element(form().getByRole("alert"))
    .toHaveTextContent("Required fields missing... Input context window, Output token limit");
  await form().getByRole("switch", { name: "Available" }).click();
  await add();
  await expect.element(form()).not.toBeInTheDocument();
  await expect.element(dialog().getByText("New *")).toBeVisible();
});

test("an id that is in use is refused", async () => {
  await openTab("Supported Models");
  await button("Add a model").click();
  await field("Id").fill("text-embedding-9");
  await field("Name").fill("New");
  await form().getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(form().getByRole("alert")).toHaveTextContent("There is a model with this id already.");
});

test("[A5.17] a model with “embed” in its id has no options for availability and images", async () => {
  await openTab("Supported Models");
  await button("Add a model").click();
  const options = ["Available", "Supports images"].map((name) => form().getByRole("switch", { name }));
  for (const option of options) await expect.element(option).toBeVisible();
  await expect.element(form().getByRole("combobox", { name: "Only for the members of" })).toBeVisible();
  await field("Id").fill("my-Embedder");
  for (const option of options) await expect.element(option).not.toBeInTheDocument();
  await expect.element(form().getByRole("combobox", { name: "Only for the members of" })).not.toBeInTheDocument();
});

test("[A5.18] each default is chosen among the models that fit", async () => {
  await openTab("Supported Models");
  const listChoices = async (name: string) => {
    await dialog().getByRole("combobox", { name, exact: true }).click();
    const listbox = page.getByRole("listbox", { name, exact: true });
    await expect.element(listbox).toBeVisible();
    const names = listbox
      .getByRole("option")
      .elements()
      .map((option) => option.textContent);
    await userEvent.keyboard("{Escape}");
    return names;
  };
  for (const name of ["Default model", "Default advanced model", "Default cheapest model", "Default Q&A model"]) {
    expect(await listChoices(name)).toEqual(["large", "small-2"]);
  }
  expect(await listChoices("Default embeddings model")).toEqual(["text-embedding-9"]);
  await dialog().getByRole("combobox", { name: "Default model", exact: true }).click();
  await page.getByRole("listbox", { name: "Default model" }).getByRole("option", { name: "small-2" }).click();
  await save();
  await eventually(() => listSent()[0]?.data).toMatchObject({
    large: { isDefault: false },
    "small-2": { isDefault: true },
  });
});

test("the form of a model asks before it discards what was entered", async () => {
  await openTab("Supported Models");
  await button("Add a model").click();
  await field("Name").fill("Small");
  await userEvent.keyboard("{Escape}");
  const question = () => page.getByRole("alertdialog");
  await question().getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field("Name")).toHaveValue("Small");
  await form().getByRole("button", { name: "Cancel" }).click();
  await question().getByRole("button", { name: "Discard changes" }).click();
  await expect.element(form()).not.toBeInTheDocument();
  await button("Edit large").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(form()).not.toBeInTheDocument();
});

test("[A5.19] costs go up by 0.0001 and windows by 1000, from 0", async () => {
  await openTab("Supported Models");
  await button("Add a model").click();
  const pressUp = async (name: string, value: string) => {
    await field(name).fill(value);
    await userEvent.keyboard("{ArrowUp}");
  };
  await pressUp("Input token cost", "0.0002");
  await expect.element(field("Input token cost")).toHaveValue("0.0003");
  await pressUp("Output token cost", "-1");
  await expect.element(field("Output token cost")).toHaveValue("1.0001");
  await pressUp("Cached token cost", "abc");
  await expect.element(field("Cached token cost")).toHaveValue("0");
  await pressUp("Input context window", "8000.7");
  await expect.element(field("Input context window")).toHaveValue("9,000");
  await pressUp("Output token limit", "4000");
  await expect.element(field("Output token limit")).toHaveValue("5,000");
});

test("removing a model asks first; one of the environment is made unavailable and can be made available again", async () => {
  await openTab("Supported Models");
  await button("Remove small-2").click();
  const question = () => page.getByRole("alertdialog");
  await expect.element(question().getByText(/would come back at the next start/)).toBeVisible();
  await question().getByRole("button", { name: "Make unavailable" }).click();
  await expect.element(button("Make small-2 available")).toBeVisible();
  await button("Remove large").click();
  await question().getByRole("button", { name: "Remove" }).click();
  await expect.element(dialog().getByText(/Removed when you save/)).toBeVisible();
  await save();
  await eventually(() => listSent()[0]?.data).toMatchObject({
    "small-2": { isAvailable: false },
    large: { isRemoved: true },
  });
});

async function addEndpoint(url: string, key: string, model = "large"): Promise<void> {
  await dialog()
    .getByRole("button", { name: new RegExp(`^${model} · `) })
    .click();
  await button(`Add an address of ${model}`).click();
  const fields = dialog().getByRole("group", { name: "New address" });
  await fields.getByRole("textbox", { name: "Address" }).fill(url);
  await fields.getByLabelText("Key", { exact: true }).fill(key);
}

test("[A2.55] the addresses of each model are listed with what is known of them; keys are replaced and never shown", async () => {
  await openTab("OpenAi Endpoints");
  await dialog()
    .getByRole("button", { name: /^large · 2 addresses/ })
    .click();
  await expect.element(dialog().getByText("From the server’s environment · Key stored")).toBeVisible();
  await expect
    .element(
      dialog()
        .getByText(/Last failed: .*It failed with status 503\./)
        .first(),
    )
    .toBeVisible();
  expect(
    dialog()
      .getByRole("button", { name: `Remove ${envUrl}` })
      .elements(),
  ).toHaveLength(0);
  await button(`Replace the key of ${server.url}`).click();
  await dialog().getByLabelText(`New key of ${server.url}`).fill("sk-new");
  await save();
  await eventually(() => listSent()[0]).toMatchObject({
    type: "openaiEndpoints",
    data: [{ id: "large", endpoints: [{ url: server.url, key: "sk-new" }, { url: envUrl }] }],
  });
  expect(listInputs(testEndpoint)).toEqual([]);
});

test("[A5.37] each new address is tested before it is saved, and all are saved if the tests succeed", async () => {
  await openTab("OpenAi Endpoints");
  stubOp(testEndpoint, { success: true });
  const url = "https://unit.openai.azure.com";
  await addEndpoint(url, "sk-1");
  await addEndpoint(url, "sk-2", "text-embedding-9");
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  expect(listInputs(testEndpoint)).toMatchObject([
    { url: `${url}/?api-version=2024-10-21`, key: "sk-1", body: { model: "large", max_tokens: 50 } },
    { url: `${url}/?api-version=2024-02-01`, key: "sk-2", body: { model: "text-embedding-9", input: "Hello" } },
  ]);
  expect(listSent()[0]?.data).toMatchObject([
    { id: "large", endpoints: [{}, {}, { url, key: "sk-1", isNew: true }] },
    { id: "text-embedding-9", endpoints: [{ url, key: "sk-2", isNew: true }] },
  ]);
});

const newAddresses = () => dialog().getByRole("group", { name: "New address" });

test("[A5.36] a new address without a key is not saved and stays as it was typed, and the notice says so", async () => {
  await openTab("OpenAi Endpoints");
  await addEndpoint("https://new.example.org/v1", "");
  await save();
  const notice = (title: string) => page.getByRole("alert").filter({ hasText: title });
  const reason = "large: https://new.example.org/v1 has no key, and “The server needs no key” is not ticked.";
  await expect.element(notice("Nothing was saved.").getByText(reason)).toBeVisible();
  expect(listInputs(updateSiteConfigs)).toEqual([]);

  // Beside another one that is complete, only that one is sent.
  await button("Add an address of large").click();
  const second = newAddresses().nth(1);
  await second.getByRole("textbox", { name: "Address" }).fill("https://other.example.org/v1");
  await second.getByRole("checkbox", { name: "The server needs no key" }).click();
  stubOp(testEndpoint, { success: true });
  const url = "https://other.example.org/v1";
  const large = configs.openaiEndpoints?.[0]?.endpoints ?? [];
  const state = { revision: 7, savedBy: null, savedAt: null, locked: [] };
  stubOp(getSiteConfigs, {
    ...configs,
    openaiEndpoints: [{ id: "large", endpoints: [...large, { ...saved, url }] }],
    states: { openaiEndpoints: state },
  });
  await save();
  await expect.element(notice("Not everything was saved.").getByText(reason)).toBeVisible();
  expect(listSent()[0]?.data).toMatchObject([{ id: "large", endpoints: [{}, {}, { url, needsNoKey: true }] }]);
  await expect.element(page.getByText("Configurations successfully saved")).not.toBeInTheDocument();
  await expect.element(dialog().getByRole("tab", { name: "OpenAi Endpoints, not saved" })).toBeVisible();
  await expect.element(newAddresses()).toHaveLength(1);
  const typed = newAddresses().getByRole("textbox", { name: "Address" });
  await expect.element(typed).toHaveValue("https://new.example.org/v1");

  // It is saved on top of what was saved before, once it has a key.
  await expect.element(notice("Nothing was saved.")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await newAddresses().getByLabelText("Key", { exact: true }).fill("sk-1");
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  expect(listSent()).toMatchObject([
    {
      revision: 7,
      data: [{ id: "large", endpoints: [{}, {}, { url }, { url: "https://new.example.org/v1", key: "sk-1" }] }],
    },
  ]);
  await expect.element(newAddresses()).not.toBeInTheDocument();
});

test.each([
  ["first", "1"],
  ["second", "0"],
])("what the person discards during the %s read after a save stays discarded", async (_name, group) => {
  await openTab("OpenAi Endpoints");
  await addEndpoint("https://new.example.org/v1", "");
  await button("Add an address of large").click();
  const complete = newAddresses().nth(1);
  await complete.getByRole("textbox", { name: "Address" }).fill("https://other.example.org/v1");
  await complete.getByRole("checkbox", { name: "The server needs no key" }).click();
  stubOp(testEndpoint, { success: true });
  const [reached, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  interceptOp(getSiteConfigs, async ({ lazy_load }, answer) => {
    if (lazy_load !== group) return answer();
    reached.resolve();
    await proceed.promise;
    return answer();
  });
  await save();
  await reached.promise;
  await expect.element(newAddresses()).toHaveLength(1);
  await button("Reload the configuration").click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(newAddresses()).not.toBeInTheDocument();
  proceed.resolve();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  await expect.element(newAddresses()).not.toBeInTheDocument();
  await expect.element(dialog().getByRole("tab", { name: "OpenAi Endpoints", exact: true })).toBeVisible();
});

test("[A5.36] a new address without anything is dropped, and a refusal of another section does not hide what is incomplete", async () => {
  await openTab("OpenAi Endpoints");
  await addEndpoint("", "");
  await save();
  await expect.element(page.getByText("No Changes to Save")).toBeVisible();
  await expect.element(newAddresses()).not.toBeInTheDocument();
  await button("Add an address of large").click();
  await newAddresses().getByLabelText("Key", { exact: true }).fill("sk-1");
  await dialog().getByRole("tab", { name: "Supported Models" }).click();
  await button("Remove small-2").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make unavailable" }).click();
  stubOp(updateSiteConfigs, { supportedModels: { success: false, message: "No." } });
  await save();
  const refusal = page.getByRole("alert").filter({ hasText: "were unable to be saved: Supported Models" });
  await expect.element(refusal.getByText("large: a new address has no URL.")).toBeVisible();
  expect(listSent().map(({ type }) => type)).toEqual(["supportedModels"]);
});

test("[A5.39] [A8.07] if the test fails, the person is told, and may continue in any case", async () => {
  await openTab("OpenAi Endpoints");
  stubOp(testEndpoint, { success: false, message: "The server rejected the key." });
  await addEndpoint("https://new.example.org/v1", "sk-1");
  await save();
  const sentence =
    "Failed to make contact with the new endpoint: https://new.example.org/v1. Please check the endpoint data and try saving changes again.";
  await expect.element(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
  await expect.element(page.getByText("The server rejected the key.")).toBeVisible();
  const question = () => page.getByRole("alertdialog");
  const asked = question().getByText("Do you want to continue applying your changes anyway?", { exact: true });
  await expect.element(asked).toBeVisible();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(listInputs(updateSiteConfigs)).toEqual([]);
  // The notice would be in the way.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await save();
  await question().getByRole("button", { name: "Continue" }).click();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  expect(listSent()[0]?.data).toMatchObject([{ id: "large" }]);
});

test("servers are tested, refreshed and removed, which asks first", async () => {
  await openTab("OpenAi Endpoints");
  stubOp(testStoredEndpoint, { success: false, message: "It is down." });
  stubOp(refreshModelServer, { addedIds: ["new-1"], missingIds: [] });
  stubOp(removeModelServer, { removedIds: ["large"] });
  await button(`Test the server ${server.url}`).click();
  await expect.element(page.getByText("The server didn’t answer.")).toBeVisible();
  expect(listInputs(testStoredEndpoint)).toEqual([{ url: server.url, modelId: "large" }]);
  await button(`Refresh the models of ${server.url}`).click();
  await expect.element(page.getByText("The list of models was read: 1 new model, 0 are missing.")).toBeVisible();
  await button(`Remove the server ${server.url}`).click();
  expect(listInputs(removeModelServer)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByText("The server was removed.")).toBeVisible();
});

test.each([
  ["one’s own refresh of a server is not asked about", 3, true],
  ["a refresh after a change of somebody else is", 4, false],
])("when models are saved, %s", async (_name, revision, isRebased) => {
  await openTab("Supported Models");
  await button("Edit small-2").click();
  await field("Name").fill("Small");
  await form().getByRole("button", { name: "Apply" }).click();
  const state = { revision, savedBy: getPerson().email, savedAt: "2026-11-20T09:30:00.000Z", locked: [] };
  stubOp(getSiteConfigs, { ...configs, states: { supportedModels: state } });
  stubOp(refreshModelServer, { addedIds: ["new-1"], missingIds: [] });
  await dialog().getByRole("tab", { name: "OpenAi Endpoints" }).click();
  await button(`Refresh the models of ${server.url}`).click();
  await expect.element(page.getByText(/^The list of models was read/)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await save();
  await eventually(() => listSent()).toMatchObject([{ type: "supportedModels", revision: isRebased ? 3 : 2 }]);
});

test("servers that cannot be loaded are loaded again on request", async () => {
  stubOp(listModelServers, { servers: [server] });
  await openTab("Supported Models");
  failOp(listModelServers, "Out of order");
  await dialog().getByRole("tab", { name: "OpenAi Endpoints" }).click();
  const alert = dialog().getByRole("alert");
  await expect.element(alert.getByText("The model servers couldn’t be loaded.")).toBeVisible();
  await expect.element(alert.getByText("Out of order")).toBeVisible();
  stubOp(listModelServers, { servers: [] });
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog().getByText("No server is connected yet.")).toBeVisible();
});
