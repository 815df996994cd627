import {
  connectModelEndpoint,
  getAvailableModels,
  getSiteConfigs,
  listModelServers,
  type ModelConfig,
  type OpCallInput,
  refreshModelServer,
  removeModelServer,
  testEndpoint,
  testModelEndpoint,
  testStoredEndpoint,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from "../../testing/modelServer/startModelServer.ts";
import { resolveEndpoint } from "./endpointKey.ts";
import { listModelRows } from "./repository.ts";
import { findCheapestModel, findQAModel, getUsableModel, seedModels } from "./service.ts";

type Changes = OpCallInput<typeof updateSiteConfigs>["configurations"];
type Endpoints = Extract<Changes[number], { type: "openaiEndpoints" }>["data"];

const key = "sk-MARKER-0123456789";
const site = "site@example.org";
const modelIds = ["scripted-large", "scripted-small"];

let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

async function startServer(options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(options);
  closers.push(server.close);
  return server;
}

/** Starts a server whose environment names a model server. */
async function start(environment: Record<string, string> = {}, options?: ModelServerOptions) {
  const models = await startServer(options);
  const app = await createTestApp({ environment: { ADMINS: site, OPENAI_COMPATIBLE_URL: models.url, ...environment } });
  closers.push(app.close);
  await seedModels(app.platform, { includesLocal: false });
  const admin = await app.signIn(site);
  return { app, models, admin };
}

const readConfigs = async (admin: TestPerson) => (await admin.proxy(getSiteConfigs, { lazy_load: "0" })).result;
const readModels = async (admin: TestPerson) => (await readConfigs(admin)).supportedModels ?? {};
const readModel = async (admin: TestPerson, id: string) => {
  const model = (await readModels(admin))[id];
  if (!model) throw new Error(`there is no model ${id}`);
  return model;
};

/** Saves changes of models, each based on what is stored. */
async function saveModels(admin: TestPerson, changes: Record<string, Partial<ModelConfig>>) {
  const stored = await readModels(admin);
  const data = Object.fromEntries(
    Object.entries(changes).map(([id, change]) => [
      id,
      { ...(stored[id] ?? { id, name: id, provider: "OpenAI-compatible" as const }), ...change },
    ]),
  );
  const reply = await admin.proxy(updateSiteConfigs, { configurations: [{ type: "supportedModels", data }] });
  return reply.result.supportedModels;
}

async function saveEndpoints(admin: TestPerson, data: Endpoints) {
  const reply = await admin.proxy(updateSiteConfigs, { configurations: [{ type: "openaiEndpoints", data }] });
  return reply.result.openaiEndpoints;
}

const saveGroups = (admin: TestPerson, groups: Record<string, { members: string[]; includes?: string[] }>) => {
  const data = Object.fromEntries(
    Object.entries(groups).map(([groupName, { members, includes = [] }]) => [
      groupName,
      { groupName, members, includeFromOtherGroups: includes },
    ]),
  );
  return admin.proxy(updateSiteConfigs, { configurations: [{ type: "amplifyGroups", data }] });
};

const listIds = async (person: TestPerson) =>
  (await person.proxy(getAvailableModels, {})).result.models.map(({ id }) => id);
const findRow = async ({ platform }: TestApp, id: string) =>
  (await listModelRows(platform.db)).find((row) => row.id === id);

describe("the supported models", () => {
  test("[A3.13] have all these fields, and what is saved is what people get", async () => {
    const { admin } = await start();
    expect(await readModel(admin, "scripted-large")).toEqual({
      id: "scripted-large",
      name: "scripted-large",
      provider: "OpenAI-compatible",
      description: "",
      systemPrompt: "",
      inputContextWindow: 32_768,
      outputTokenLimit: 4_096,
      inputTokenCost: null,
      outputTokenCost: null,
      cachedTokenCost: null,
      exclusiveGroupAvailability: [],
      supportsImages: false,
      supportsSystemPrompts: true,
      isAvailable: true,
      isBuiltIn: false,
      isDefault: true,
      defaultAdvancedModel: true,
      defaultCheapestModel: false,
      defaultEmbeddingsModel: false,
      defaultQAModel: false,
      automaticRoles: ["isDefault", "defaultAdvancedModel"],
    });
    const change = {
      name: "Our model",
      description: "For everything",
      systemPrompt: "Be kind.",
      inputTokenCost: 0.0025,
      outputTokenCost: 0.0101,
      cachedTokenCost: 0,
      supportsImages: true,
      supportsSystemPrompts: false,
      inputContextWindow: 9_000,
      outputTokenLimit: 2_000,
    };
    expect(await saveModels(admin, { "scripted-large": change })).toEqual({ success: true });
    expect(await readModel(admin, "scripted-large")).toMatchObject(change);
    const { models } = (await admin.proxy(getAvailableModels, {})).result;
    const { systemPrompt: _, ...shown } = change;
    expect(models.find(({ id }) => id === "scripted-large")).toMatchObject(shown);
  });

  test("a start and a refresh overwrite nothing that was changed", async () => {
    const { app, admin, models } = await start({ MODEL_PRICES: "scripted-large=1/2, scripted-small=3/4" });
    const change = { name: "Ours", inputContextWindow: 5_000, inputTokenCost: 0.5, outputTokenCost: 0.75 };
    await saveModels(admin, {
      "scripted-large": { ...change, isDefault: false, defaultAdvancedModel: false },
      "scripted-small": { isDefault: true, defaultAdvancedModel: true },
    });
    await app.platform.db.updateTable("models").set({ output_token_limit: 1 }).execute();
    await seedModels(app.platform, { includesLocal: false });
    expect((await admin.proxy(refreshModelServer, { url: models.url })).result).toEqual({
      addedIds: [],
      missingIds: [],
    });
    expect(await readModel(admin, "scripted-large")).toMatchObject({
      ...change,
      outputTokenLimit: 4_096,
      isDefault: false,
    });
    expect(await readModel(admin, "scripted-small")).toMatchObject({
      isDefault: true,
      defaultAdvancedModel: true,
      inputTokenCost: 0.003,
    });
  });

  test("a model of the environment is made unavailable instead of being removed, and stays so; another one is gone", async () => {
    const { app, admin } = await start();
    expect((await readConfigs(admin)).states.supportedModels?.locked).toContain("scripted-small");
    await saveModels(admin, { "scripted-small": { isRemoved: true } });
    await seedModels(app.platform, { includesLocal: false });
    expect(await readModel(admin, "scripted-small")).toMatchObject({ isAvailable: false });
    expect(await listIds(admin)).not.toContain("scripted-small");
    await saveModels(admin, { "scripted-small": { isAvailable: true } });
    await seedModels(app.platform, { includesLocal: false });
    expect(await listIds(admin)).toContain("scripted-small");
    await saveModels(admin, { ours: { isAvailable: true, inputContextWindow: 8_000, outputTokenLimit: 1_000 } });
    expect(await listIds(admin)).toContain("ours");
    await saveModels(admin, { ours: { isRemoved: true } });
    expect(await readModels(admin)).not.toHaveProperty("ours");
  });

  test("models of other kinds, which LocalAI and gateways list too, are listed and stay off until somebody wants them", async () => {
    const ids = ["scripted-large", "whisper-1", "bge-reranker-v2-m3", "dall-e-3"];
    const { app, admin, models } = await start({}, { models: ids });
    const listAvailable = async () =>
      Object.values(await readModels(admin)).flatMap(({ id, isAvailable }) =>
        isAvailable && id !== "guide" ? [id] : [],
      );
    expect(Object.keys(await readModels(admin))).toEqual(expect.arrayContaining(ids));
    expect(await listAvailable()).toEqual(["scripted-large"]);
    await saveModels(admin, { "whisper-1": { isAvailable: true } });
    await seedModels(app.platform, { includesLocal: false });
    await admin.proxy(refreshModelServer, { url: models.url });
    expect((await listAvailable()).toSorted()).toEqual(["scripted-large", "whisper-1"]);
  });

  test("of a server that is connected, they are named and cannot be chosen", async () => {
    const { admin } = await start();
    const server = await startServer({ models: ["one", "tts-1", "bge-m3"] });
    expect((await admin.direct(testModelEndpoint, { url: server.url, key: "" })).result).toEqual({
      models: [{ id: "one" }],
      leftOutIds: ["bge-m3", "tts-1"],
    });
    await admin.proxy(connectModelEndpoint, { url: server.url, modelIds: ["one"] });
    expect(await readModels(admin)).toMatchObject({
      one: { isAvailable: true },
      "tts-1": { isAvailable: false },
      "bge-m3": { isAvailable: false },
    });
  });

  test("a new model gets the address that the environment has for its provider, with a reference to the key", async () => {
    const { app, admin } = await start({
      AZURE_OPENAI_ENDPOINT: "https://unit.openai.azure.com",
      AZURE_OPENAI_API_KEY: key,
      AZURE_OPENAI_DEPLOYMENTS: "other-deployment",
    });
    await saveModels(admin, { "gpt-4o": { provider: "Azure" }, other: { provider: "Bedrock" } });
    expect((await findRow(app, "gpt-4o"))?.endpoints).toMatchObject([
      { wire: "azure", url: "https://unit.openai.azure.com", keyRef: "env:AZURE_OPENAI_API_KEY" },
    ]);
    expect((await findRow(app, "other"))?.endpoints).toEqual([]);
    expect(JSON.stringify(await listModelRows(app.platform.db))).not.toContain(key);
  });

  test("an available model needs a window and a limit, and only the guide is the guide", async () => {
    const { admin } = await start();
    expect(await saveModels(admin, { ours: { isAvailable: true, outputTokenLimit: 100 } })).toEqual({
      success: false,
      message: "Required fields missing... “ours” needs an input context window and an output token limit.",
    });
    expect(await saveModels(admin, { ours: { provider: "Guide" } })).toMatchObject({ success: false });
    expect(await saveModels(admin, { guide: { provider: "OpenAI" } })).toMatchObject({ success: false });
    expect(await saveModels(admin, { ours: {} })).toEqual({ success: true });
    expect(await readModels(admin)).toMatchObject({ ours: { isAvailable: false, inputContextWindow: 8_192 } });
  });

  test("an embedding model has no images and no groups", async () => {
    const { admin } = await start();
    await saveGroups(admin, { Law: { members: [] } });
    await saveModels(admin, {
      "text-embedding-scripted": { supportsImages: true, exclusiveGroupAvailability: ["Law"], name: "Vectors" },
    });
    expect(await readModel(admin, "text-embedding-scripted")).toMatchObject({
      name: "Vectors",
      supportsImages: false,
      exclusiveGroupAvailability: [],
      defaultEmbeddingsModel: true,
    });
  });

  test("exactly one available language model is the default", async () => {
    const { admin } = await start();
    const refused = "Please choose a default model that is available and is no embedding model.";
    for (const changes of [
      { "scripted-large": { isDefault: false } },
      { "scripted-large": { isAvailable: false } },
      { "scripted-large": { isRemoved: true } },
      { "scripted-large": { isDefault: false }, "text-embedding-scripted": { isDefault: true } },
      { "scripted-large": { isDefault: false }, "scripted-small": { isDefault: true, isAvailable: false } },
    ]) {
      expect(await saveModels(admin, changes)).toEqual({ success: false, message: refused });
    }
    expect(await saveModels(admin, { "scripted-small": { isDefault: true } })).toEqual({
      success: false,
      message: "Only one model can be the default.",
    });
    expect(await saveModels(admin, { "text-embedding-scripted": { defaultQAModel: true } })).toMatchObject({
      success: false,
      message: expect.stringContaining("can’t be a default"),
    });
    const swapped = { "scripted-large": { isDefault: false }, "scripted-small": { isDefault: true } };
    expect(await saveModels(admin, swapped)).toEqual({ success: true });
    expect((await admin.proxy(getAvailableModels, {})).result.default?.id).toBe("scripted-small");
  });

  test("the models for titles and for questions are those that were chosen; without a choice the prices decide", async () => {
    const { app, admin } = await start();
    const find = async () => ({
      cheapest: (await findCheapestModel(app.platform, admin.actor))?.id,
      forQuestions: (await findQAModel(app.platform, admin.actor))?.id,
    });
    expect(await find()).toEqual({ cheapest: "scripted-small", forQuestions: "scripted-small" });
    await saveModels(admin, {
      "scripted-small": { defaultCheapestModel: false },
      "scripted-large": { defaultCheapestModel: true, defaultQAModel: true },
    });
    expect(await find()).toEqual({ cheapest: "scripted-large", forQuestions: "scripted-large" });
    await saveModels(admin, { "scripted-large": { defaultCheapestModel: false, defaultQAModel: false } });
    expect(await find()).toEqual({ cheapest: "scripted-small", forQuestions: "scripted-small" });
  });

  test("a role says whether it is automatic; who keeps the model chooses it, so that prices no longer move the role", async () => {
    const { admin } = await start();
    const findCheapest = async () =>
      Object.values(await readModels(admin)).find(({ defaultCheapestModel }) => defaultCheapestModel);
    const setPrice = (price: number) => saveModels(admin, { "scripted-large": { outputTokenCost: price } });
    expect(await findCheapest()).toMatchObject({ id: "scripted-small", automaticRoles: ["defaultCheapestModel"] });
    await setPrice(0.01);
    expect(await findCheapest()).toMatchObject({ id: "scripted-large" });
    await saveModels(admin, { "scripted-large": { outputTokenCost: null } });
    expect(await findCheapest()).toMatchObject({ id: "scripted-small" });
    await saveModels(admin, { "scripted-small": { automaticRoles: [] } });
    await setPrice(0.01);
    expect(await findCheapest()).toMatchObject({ id: "scripted-small", automaticRoles: [] });
  });

  test("ids of other models are not taken over, and instructions are not in the audit log", async () => {
    const { app, admin } = await start();
    const model = await readModel(admin, "scripted-small");
    const configurations: Changes = [{ type: "supportedModels", data: { "scripted-large": model } }];
    expect((await admin.proxy(updateSiteConfigs, { configurations })).result.supportedModels).toMatchObject({
      success: false,
    });
    await saveModels(admin, { "scripted-large": { systemPrompt: "MARKER instructions" } });
    const audit = await app.platform.db.selectFrom("audit").selectAll().where("verb", "=", "configure").execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain("MARKER");
  });

  test("the audit log has prices, and shows that instructions have changed", async () => {
    const { app, admin } = await start();
    await saveModels(admin, {
      "scripted-large": { systemPrompt: "Be kind.", inputTokenCost: 0.5, outputTokenCost: 1 },
    });
    const [entry] = await app.platform.db.selectFrom("audit").selectAll().where("verb", "=", "configure").execute();
    expect(entry?.before).toMatchObject({ "scripted-large": { inputTokenCost: null, systemPrompt: "" } });
    expect(entry?.after).toMatchObject({
      "scripted-large": {
        ...{ inputTokenCost: 0.5, outputTokenCost: 1 },
        systemPrompt: expect.stringMatching(/^text:/),
      },
    });
  });
});

describe("a model for the members of groups", () => {
  async function startWithGroups() {
    const setup = await start();
    const [member, nested, stranger] = await Promise.all(
      ["member", "nested", "stranger"].map((name) => setup.app.signIn(`${name}@example.org`)),
    );
    await saveGroups(setup.admin, {
      Law: { members: ["member@example.org"], includes: ["Clinic"] },
      Clinic: { members: ["nested@example.org"] },
    });
    if (!member || !nested || !stranger) throw new Error("three people were signed in");
    // Rights are read with the session.
    const sign = async (name: string) => setup.app.signIn(`${name}@example.org`);
    return { ...setup, member: await sign("member"), nested: await sign("nested"), stranger: await sign("stranger") };
  }

  test("is listed for and usable by them alone, also through groups that are included", async () => {
    const { app, admin, member, nested, stranger } = await startWithGroups();
    await saveModels(admin, { "scripted-large": { exclusiveGroupAvailability: ["Law"] } });
    for (const person of [member, nested]) {
      expect(await listIds(person)).toEqual(["scripted-large", "scripted-small", "guide"]);
      expect((await getUsableModel(app.platform, person.actor, "scripted-large")).id).toBe("scripted-large");
    }
    // Administrators are no members.
    for (const person of [stranger, admin]) {
      const { result } = await person.proxy(getAvailableModels, {});
      expect(result.models.map(({ id }) => id)).toEqual(["scripted-small", "guide"]);
      expect(result.default?.id).toBe("scripted-small");
      await expect(getUsableModel(app.platform, person.actor, "scripted-large")).rejects.toMatchObject({
        code: "forbidden",
        userMessage: "This model isn’t available to you. Please choose another one.",
      });
    }
  });

  test("makes no titles for others, whatever its role", async () => {
    const { app, admin, member, stranger } = await startWithGroups();
    await saveModels(admin, {
      "scripted-large": { defaultCheapestModel: true, defaultQAModel: true, exclusiveGroupAvailability: ["Law"] },
      "scripted-small": { defaultCheapestModel: false },
    });
    for (const find of [findCheapestModel, findQAModel]) {
      expect((await find(app.platform, member.actor))?.id).toBe("scripted-large");
      expect((await find(app.platform, stranger.actor))?.id).toBe("scripted-small");
    }
    await saveModels(admin, { "scripted-small": { exclusiveGroupAvailability: ["Law"] } });
    expect(await findCheapestModel(app.platform, stranger.actor)).toBeNull();
    expect(await listIds(stranger)).toEqual(["guide"]);
  });

  test("names groups of the directory that exist, and they are not deleted under it", async () => {
    const { admin } = await startWithGroups();
    expect(await saveModels(admin, { "scripted-large": { exclusiveGroupAvailability: ["Nobody"] } })).toEqual({
      success: false,
      message: "There is no group “Nobody” in the directory.",
    });
    await saveModels(admin, { "scripted-large": { exclusiveGroupAvailability: ["Law"] } });
    expect((await saveGroups(admin, { Clinic: { members: [] } })).result.amplifyGroups).toEqual({
      success: false,
      message: "A model is available to “Law” only. Please change that first.",
    });
  });
});

describe("the endpoints of models", () => {
  const newEndpoint = (url: string, more = {}) => ({ url, isNew: true, ...more });
  const readEndpoints = async (admin: TestPerson, id: string) =>
    (await readConfigs(admin)).openaiEndpoints?.find((model) => model.id === id)?.endpoints ?? [];

  test("[A3.18] are lists of addresses; keys are stored encrypted and never returned", async () => {
    const { app, admin, models } = await start({ OPENAI_COMPATIBLE_API_KEY: "env-MARKER" }, { key: "env-MARKER" });
    expect(await readEndpoints(admin, "scripted-large")).toEqual([
      { url: models.url, key: "", isNew: false, needsNoKey: false, hasKey: true, isLocked: true },
    ]);
    const url = "http://127.0.0.1:9/v1";
    const reply = await saveEndpoints(admin, [{ id: "scripted-large", endpoints: [newEndpoint(url, { key })] }]);
    expect(reply).toEqual({ success: true });
    expect((await readEndpoints(admin, "scripted-large")).at(-1)).toMatchObject({
      url,
      key: "",
      hasKey: true,
      isLocked: false,
    });
    // Nothing that can be read contains a key: replies, rows, the audit log, events and servers.
    const servers = (await admin.proxy(listModelServers, {})).body;
    const tables = await Promise.all([
      app.platform.db.selectFrom("models").selectAll().execute(),
      app.platform.db.selectFrom("secrets").selectAll().execute(),
      app.platform.db.selectFrom("audit").selectAll().execute(),
      app.platform.db.selectFrom("settings").selectAll().execute(),
    ]);
    expect(JSON.stringify([reply, servers, await readConfigs(admin), tables])).not.toContain("MARKER");
  });

  test("[A5.36] new ones with an empty address or key are dropped, unless the server needs no key, and the result says so", async () => {
    const { app, admin } = await start();
    const endpoints = [
      newEndpoint("", { key }),
      newEndpoint("http://127.0.0.1:9/v1"),
      newEndpoint("http://127.0.0.1:10/v1", { needsNoKey: true }),
    ];
    const message =
      "Not saved:\nA new address of “scripted-large” has no URL.\nhttp://127.0.0.1:9/v1 of “scripted-large” has no key.";
    expect(await saveEndpoints(admin, [{ id: "scripted-large", endpoints }])).toEqual({ success: true, message });
    const added = [{ url: "http://127.0.0.1:10/v1", hasKey: false }];
    expect((await readEndpoints(admin, "scripted-large")).slice(1)).toMatchObject(added);
    // Where nothing else is saved, nothing is recorded as saved.
    const countSaves = async () => {
      const { openaiEndpoints } = (await readConfigs(admin)).states;
      const saves = app.platform.db.selectFrom("audit").selectAll().where("verb", "=", "configure");
      return [openaiEndpoints?.revision, (await saves.execute()).length];
    };
    const before = await countSaves();
    const incomplete = [{ id: "scripted-large", endpoints: endpoints.slice(0, 2) }];
    expect(await saveEndpoints(admin, incomplete)).toEqual({ success: true, message });
    expect(await countSaves()).toEqual(before);
    expect((await readEndpoints(admin, "scripted-large")).slice(1)).toMatchObject(added);
    // It is checked all the same.
    const unknown = [{ id: "no-model", endpoints: endpoints.slice(0, 2) }];
    expect(await saveEndpoints(admin, unknown)).toEqual({ success: false, message: "There is no model “no-model”." });
    const { revision = -1 } = (await readConfigs(admin)).states.openaiEndpoints ?? {};
    const outdated = { type: "openaiEndpoints" as const, data: incomplete, revision: revision - 1 };
    const { result } = await admin.proxy(updateSiteConfigs, { configurations: [outdated] });
    expect(result.openaiEndpoints).toMatchObject({
      success: false,
      message: "Somebody else has saved this meanwhile.",
    });
    expect(await countSaves()).toEqual(before);
  });

  test("that are dropped are named without what may be secret, the first ten of them", async () => {
    const { admin } = await start();
    const save = async (urls: readonly string[]) =>
      (await saveEndpoints(admin, [{ id: "scripted-large", endpoints: urls.map((url) => newEndpoint(url)) }]))?.message;
    const secret = "http://me:MARKER@127.0.0.1:9/v1?code=MARKER#MARKER";
    expect(await save([secret, "//me:MARKER@host", "MARKER:MARKER"])).toBe(
      "Not saved:\nhttp://127.0.0.1:9/v1 of “scripted-large” has no key.\nA new address of “scripted-large” has no key.\nA new address of “scripted-large” has no key.",
    );
    const message = await save(Array.from({ length: 13 }, (_, index) => `http://127.0.0.1:9/${index}`));
    expect(message?.match(/has no key/g)).toHaveLength(10);
    expect(message).toMatch(/http:\/\/127\.0\.0\.1:9\/9 of “scripted-large” has no key\.\nAnd 3 more\.$/);
  });

  test("are changed and removed, but not those of the environment; a key that nobody uses is deleted", async () => {
    const { app, admin, models } = await start();
    const [url, id] = ["http://127.0.0.1:9/v1", "scripted-large"];
    const countKeys = async () => (await app.platform.db.selectFrom("secrets").selectAll().execute()).length;
    await saveEndpoints(admin, [{ id, endpoints: [newEndpoint(url, { key })] }]);
    const sealed = await app.platform.db.selectFrom("secrets").selectAll().executeTakeFirstOrThrow();
    await saveEndpoints(admin, [{ id, endpoints: [{ url, key: "sk-other" }] }]);
    const replaced = await app.platform.db.selectFrom("secrets").selectAll().executeTakeFirstOrThrow();
    expect(replaced.sealed).not.toBe(sealed.sealed);
    for (const change of [{ isRemoved: true }, { key: "sk-mine" }]) {
      const reply = await saveEndpoints(admin, [{ id, endpoints: [{ url: models.url, ...change }] }]);
      expect(reply).toMatchObject({ success: false, message: expect.stringContaining("environment") });
    }
    expect(await countKeys()).toBe(1);
    await saveEndpoints(admin, [{ id, endpoints: [{ url, isRemoved: true }] }]);
    expect(await countKeys()).toBe(0);
    expect(await readEndpoints(admin, id)).toHaveLength(1);
  });

  test("with another key than the server has are refused, and its key is changed where it is listed", async () => {
    const { app, admin } = await start();
    const url = "http://127.0.0.1:9/v1";
    const readKey = async () => {
      const endpoint = (await findRow(app, "scripted-large"))?.endpoints.find((stored) => stored.url === url);
      return endpoint && (await resolveEndpoint(app.platform, endpoint)).key;
    };
    const add = (id: string, other: string) => ({ id, endpoints: [newEndpoint(url, { key: other })] });
    await saveEndpoints(admin, [add("scripted-large", key)]);
    expect(await saveEndpoints(admin, [add("scripted-small", "sk-other")])).toEqual({
      success: false,
      message: `${url} has another key already. Please enter that key, or change it where the address is listed.`,
    });
    expect(await readKey()).toBe(key);
    expect(await saveEndpoints(admin, [add("scripted-small", key)])).toEqual({ success: true });
    // A change of the key and a new address with it may be saved together, in any order.
    const changed = [
      add("text-embedding-scripted", "sk-other"),
      { id: "scripted-large", endpoints: [{ url, key: "sk-other" }] },
    ];
    expect(await saveEndpoints(admin, changed)).toEqual({ success: true });
    expect(await readKey()).toBe("sk-other");
    // When all are removed, the key may be another.
    const moved = ["scripted-large", "scripted-small", "text-embedding-scripted"].map((id) => ({
      id,
      endpoints: [
        { url, isRemoved: true },
        ...(id === "scripted-large" ? [newEndpoint(url, { key: "sk-third" })] : []),
      ],
    }));
    expect(await saveEndpoints(admin, moved)).toEqual({ success: true });
    expect(await readKey()).toBe("sk-third");
  });

  test("stay after a start, beside the one of the environment", async () => {
    const { app, admin, models } = await start();
    const url = "http://127.0.0.1:9/v1";
    await saveEndpoints(admin, [{ id: "scripted-large", endpoints: [newEndpoint(url, { needsNoKey: true })] }]);
    await seedModels(app.platform, { includesLocal: false });
    expect((await readEndpoints(admin, "scripted-large")).map((endpoint) => endpoint.url)).toEqual([models.url, url]);
  });

  test("may be deployments of Azure with names of their own", async () => {
    const { app, admin, models } = await start();
    const url = `${models.origin}/openai/deployments/ours/chat/completions?api-version=2025-01-01`;
    await saveModels(admin, { "gpt-4o": {} });
    await saveEndpoints(admin, [{ id: "gpt-4o", endpoints: [newEndpoint(url, { key }), newEndpoint(models.origin)] }]);
    const row = await findRow(app, "gpt-4o");
    expect(row?.endpoints.at(-1)).toMatchObject({ wire: "azure", url: models.origin, deployment: "ours" });
    const server = `${models.origin}`;
    expect((await admin.proxy(testStoredEndpoint, { url: server, modelId: "gpt-4o" })).result).toEqual({
      success: true,
    });
    expect(models.chats().at(-1)?.path).toBe("/openai/deployments/ours/chat/completions?api-version=2025-01-01");
    expect(models.chats().at(-1)?.headers["api-key"]).toBe(key);
  });

  test("of unknown models, invalid and duplicate ones are refused", async () => {
    const { admin, models } = await start();
    const add = (id: string, url: string) =>
      saveEndpoints(admin, [{ id, endpoints: [newEndpoint(url, { needsNoKey: true })] }]);
    expect(await add("nothing", "http://127.0.0.1:9/v1")).toMatchObject({ message: "There is no model “nothing”." });
    expect(await add("guide", "http://127.0.0.1:9/v1")).toMatchObject({ success: false });
    expect(await add("scripted-large", "ftp://host/v1")).toMatchObject({
      message: "The address must begin with http:// or https://.",
    });
    expect(await add("scripted-large", "https://unit.openai.azure.com/openai/deployments/%zz")).toMatchObject({
      message: "The name of the deployment in the address is not valid.",
    });
    expect(await add("scripted-large", "http://user:word@host/v1")).toMatchObject({ success: false });
    expect(await add("scripted-large", `${models.url}/chat/completions`)).toMatchObject({
      message: expect.stringContaining("already"),
    });
  });
});

describe("a page that was opened before models changed elsewhere", () => {
  /** What a page has loaded. */
  async function open(admin: TestPerson) {
    const { states, supportedModels = {} } = await readConfigs(admin);
    const model = supportedModels["scripted-large"];
    if (!model) throw new Error("there is a model");
    const revisions = [states.supportedModels?.revision ?? 0, states.openaiEndpoints?.revision ?? 0];
    return { revisions, model, revision: revisions[0] ?? 0 };
  }

  test("does not write back what a start, a refresh, a connection or a removal has changed", async () => {
    const { app, admin, models } = await start();
    const server = await startServer({ models: ["other"] });
    const change = (values: object) => app.platform.db.updateTable("models").set(values).execute();
    const changes = [
      async () => {
        await change({ output_token_limit: 1 });
        await seedModels(app.platform, { includesLocal: false });
      },
      async () => {
        await change({ output_token_limit: 1 });
        await admin.proxy(refreshModelServer, { url: models.url });
      },
      () => admin.proxy(connectModelEndpoint, { url: server.url, modelIds: ["other"] }),
      () => admin.proxy(removeModelServer, { url: server.url }),
    ];
    for (const changeElsewhere of changes) {
      const { model, revision } = await open(admin);
      await changeElsewhere();
      const data = { "scripted-large": { ...model, description: "Mine" } };
      const configurations: Changes = [{ type: "supportedModels", data, revision }];
      const reply = (await admin.proxy(updateSiteConfigs, { configurations })).result.supportedModels;
      expect(reply).toMatchObject({ success: false, message: "Somebody else has saved this meanwhile." });
      expect((await findRow(app, "scripted-large"))?.admin_fields).toEqual([]);
    }
  });

  test("is not outdated by a start or a refresh that changes nothing, and addresses only by other addresses", async () => {
    const { app, admin, models } = await start({ MODEL_PRICES: "scripted-large=0.15/2.5" });
    const server = await startServer({ models: ["other"] });
    const { revisions } = await open(admin);
    expect(revisions).toEqual([0, 0]);
    await seedModels(app.platform, { includesLocal: false });
    await admin.proxy(refreshModelServer, { url: models.url });
    expect((await open(admin)).revisions).toEqual([0, 0]);
    await app.platform.db.updateTable("models").set({ output_token_limit: 1 }).execute();
    await admin.proxy(refreshModelServer, { url: models.url });
    expect((await open(admin)).revisions).toEqual([1, 0]);
    expect((await readConfigs(admin)).states.supportedModels).toMatchObject({ savedBy: site });
    await admin.proxy(connectModelEndpoint, { url: server.url, modelIds: ["other"] });
    expect((await open(admin)).revisions).toEqual([2, 1]);
  });
});

describe("testing an address", () => {
  const chatBody = {
    model: "scripted-large",
    messages: [{ role: "user" as const, content: "Hello, this is a short test." }],
    ...{ max_tokens: 50, temperature: 1, top_p: 1, n: 1 as const, stream: false as const },
  };

  test("[A7.29] sends exactly the chat or embeddings call to the address, with the key", async () => {
    const { admin } = await start();
    const server = await startServer({ key });
    const reply = await admin.direct(testEndpoint, { url: server.url, key, body: chatBody });
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect(server.chats()[0]?.body).toEqual(chatBody);
    const embedding = { model: "text-embedding-scripted", input: "Hello" };
    expect((await admin.direct(testEndpoint, { url: server.url, key, body: embedding })).result).toEqual({
      success: true,
    });
    expect(server.embeddings()[0]?.body).toEqual(embedding);
  });

  test("says why it failed, in our words and without the key", async () => {
    const { admin } = await start();
    const server = await startServer({ key: "another" });
    const reply = await admin.direct(testEndpoint, { url: server.url, key, body: chatBody });
    expect(reply.result).toEqual({ success: false, message: `The server at ${server.url} rejected the key.` });
    const body = { ...chatBody, model: "missing-model" };
    const missing = await admin.direct(testEndpoint, { url: server.url, key: "another", body });
    expect(missing.result).toEqual({
      success: false,
      message: `There is no such model or deployment at ${server.url}. Please check the address and the name of the model.`,
    });
    expect(JSON.stringify(missing.body)).not.toContain("missing-model");
  });

  test("sends nothing else than a short call, only for administrators", async () => {
    const { app, admin, models } = await start();
    const stranger = await app.signIn("ann@example.org");
    expect((await stranger.direct(testEndpoint, { url: models.url, body: chatBody })).status).toBe(403);
    for (const body of [
      { ...chatBody, max_tokens: 5_000 },
      { ...chatBody, tools: [] },
      { ...chatBody, messages: [{ role: "user", content: "x".repeat(1_001) }] },
      { model: "m", input: ["a"] },
      { anything: true },
    ]) {
      // Each is something that the contract refuses.
      const input = { url: models.url, body: body as typeof chatBody };
      expect((await admin.direct(testEndpoint, input)).status).toBe(400);
    }
    expect((await admin.direct(testEndpoint, { url: "file:///etc/passwd", body: chatBody })).status).toBe(400);
    expect(models.chats()).toEqual([]);
  });
});

describe("the model servers", () => {
  const listServers = async (admin: TestPerson) => (await admin.proxy(listModelServers, {})).result.servers;

  test("are listed with their models, and how the last calls ended", async () => {
    const { admin, models } = await start();
    expect(await listServers(admin)).toMatchObject([
      { url: models.url, isLocked: true, hasKey: false, canRefresh: true, models: [{ id: "scripted-large" }, {}, {}] },
    ]);
    const test = async () =>
      (await admin.proxy(testStoredEndpoint, { url: models.url, modelId: "scripted-large" })).result;
    const readHealth = async () => (await listServers(admin))[0]?.models[0]?.health;
    expect(await readHealth()).toMatchObject({ lastSuccessAt: null, lastErrorAt: null });
    expect(await test()).toEqual({ success: true });
    expect(await readHealth()).toMatchObject({ lastSuccessAt: expect.any(String), avoidedUntil: null });
    models.script({ status: 503 });
    const failed = await test();
    expect(failed).toEqual({ success: false, message: `The server at ${models.url} failed with status 503.` });
    expect(await readHealth()).toMatchObject({ lastError: failed.message, avoidedUntil: expect.any(String) });
  });

  test("are asked for their models again: missing ones become unavailable, new ones of a connected server stay off", async () => {
    const { app, admin } = await start();
    const [first, second] = [
      ["one", "two"],
      ["two", "three"],
    ];
    const server = await startServer({ models: first });
    await admin.proxy(connectModelEndpoint, { url: server.url, modelIds: first });
    const port = Number(new URL(server.url).port);
    await server.close();
    closers.pop();
    await startServer({ models: second, port });
    const reply = await admin.proxy(refreshModelServer, { url: server.url });
    expect(reply.result).toEqual({ addedIds: ["three"], missingIds: ["one"] });
    expect(await readModels(admin)).toMatchObject({
      one: { isAvailable: false },
      two: { isAvailable: true },
      three: { isAvailable: false },
    });
    await admin.proxy(refreshModelServer, { url: server.url });
    expect((await findRow(app, "three"))?.is_available).toBe(false);
  });

  test("do not come back if they are removed while they are asked", async () => {
    const { app, admin } = await start();
    const server = await startServer({ models: ["other"] });
    await admin.proxy(connectModelEndpoint, { url: server.url, modelIds: ["other"] });
    const { open } = app.platform.modelProviders;
    const spy = vi.spyOn(app.platform.modelProviders, "open").mockImplementationOnce((endpoint) => {
      const provider = open(endpoint);
      return {
        ...provider,
        async listModels(signal) {
          const listed = await provider.listModels(signal);
          await admin.proxy(removeModelServer, { url: server.url });
          return listed;
        },
      };
    });
    expect((await admin.proxy(refreshModelServer, { url: server.url })).status).toBe(404);
    spy.mockRestore();
    expect(await findRow(app, "other")).toBeUndefined();
  });

  test("that were connected are removed with their key and their models; those of the environment are not", async () => {
    const { app, admin, models } = await start();
    const server = await startServer({ key });
    await admin.proxy(connectModelEndpoint, { url: server.url, key, modelIds });
    const ids = (await listServers(admin)).find(({ url }) => url === server.url)?.models.map(({ id }) => id) ?? [];
    // With the embeddings model, which nobody chose.
    expect(ids).toHaveLength(3);
    const { result } = await admin.proxy(removeModelServer, { url: server.url });
    expect(result.removedIds).toEqual(expect.arrayContaining(ids));
    expect((await listServers(admin)).map(({ url }) => url)).toEqual([models.url]);
    expect(await app.platform.db.selectFrom("secrets").selectAll().execute()).toEqual([]);
    expect((await admin.proxy(removeModelServer, { url: models.url })).status).toBe(400);
    expect((await admin.proxy(removeModelServer, { url: server.url })).status).toBe(404);
  });
});
