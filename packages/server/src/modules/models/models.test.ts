import {
  connectModelEndpoint,
  getAvailableModels,
  getSiteConfigs,
  testModelEndpoint,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type ModelEndpoint,
  ModelError,
  type ModelProvider,
  type ModelProviders,
} from "../../platform/modelProviders/modelProvider.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { type ModelServer, startModelServer } from "../../testing/modelServer/startModelServer.ts";
import { listModelRows } from "./repository.ts";
import {
  findCheapestModel,
  findEmbeddingsModel,
  getUsableModel,
  listUnpricedModelNames,
  openModelProvider,
  seedModels,
} from "./service.ts";

const adminEmail = "admin@example.org";
const key = "sk-a-key-of-the-tests-42";
const withoutLocalServer = { includesLocal: false };
const openResources: { close(): Promise<void> }[] = [];

async function startApp(environment: Record<string, string> = {}) {
  const app = await createTestApp({ environment: { ADMINS: adminEmail, ...environment } });
  openResources.push(app);
  return app;
}

async function startServer(options: Parameters<typeof startModelServer>[0] = {}): Promise<ModelServer> {
  const server = await startModelServer(options);
  openResources.push(server);
  return server;
}

const getModels = async (person: TestPerson) => (await person.proxy(getAvailableModels, {})).result;

afterEach(async () => {
  for (const resource of openResources.splice(0).reverse()) await resource.close();
});

let closedUrl: string;
beforeAll(async () => {
  const server = await startModelServer();
  closedUrl = server.url;
  await server.close();
});

describe("the models", () => {
  test("[A7.26] are listed with the default, the cheapest and the advanced one, without addresses or keys", async () => {
    const server = await startServer({ key });
    const app = await startApp({ OPENAI_COMPATIBLE_URL: server.url, OPENAI_COMPATIBLE_API_KEY: key });
    expect(await seedModels(app.platform)).toEqual({ names: ["scripted-large", "scripted-small"], problems: [] });
    const person = await app.signIn("ann@example.org");
    const reply = await person.proxy(getAvailableModels, {});
    expect(reply.status).toBe(200);
    const { default: defaultModel, cheapest, advanced, models } = reply.result;
    expect(defaultModel?.id).toBe("scripted-large");
    expect(cheapest?.id).toBe("scripted-small");
    expect(advanced?.id).toBe("scripted-large");
    expect(models.map(({ id }) => id)).toEqual(["scripted-large", "scripted-small", "guide"]);
    expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`${key}|127\\.0\\.0\\.1|env:`));
  });

  test("[C3.27] have id, name, description, windows and image support", async () => {
    const app = await startApp();
    await seedModels(app.platform, withoutLocalServer);
    const person = await app.signIn("ann@example.org");
    expect((await getModels(person)).models[0]).toMatchObject({ supportsImages: false, inputContextWindow: 8192 });
    await app.platform.db.updateTable("models").set({ supports_images: true, input_context_window: 9000 }).execute();
    const { models } = await getModels(person);
    expect(models[0]).toEqual({
      id: "guide",
      name: "Built-in guide",
      provider: "Guide",
      description: expect.stringContaining("Not a language model"),
      inputContextWindow: 9000,
      outputTokenLimit: 4096,
      inputTokenCost: 0,
      outputTokenCost: 0,
      cachedTokenCost: 0,
      supportsImages: true,
      supportsSystemPrompts: true,
      isBuiltIn: true,
      isDefault: true,
    });
  });

  test("connecting a server stores its key encrypted, and its first model becomes the default", async () => {
    const server = await startServer({ key });
    const app = await startApp();
    await seedModels(app.platform, withoutLocalServer);
    const person = await app.signIn(adminEmail);
    const input = { url: `${server.url}/`, key, modelIds: ["scripted-small", "scripted-large"] };
    const reply = await person.proxy(connectModelEndpoint, input);
    expect(reply.status).toBe(200);
    expect(reply.result.models.map(({ id }) => id)).toEqual(["scripted-large", "scripted-small"]);

    const rows = await listModelRows(app.platform.db);
    expect(rows.find(({ id }) => id === "scripted-large")).toMatchObject({
      origin: "admin",
      input_context_window: 32_768,
    });
    const secrets = await app.platform.db.selectFrom("secrets").selectAll().execute();
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify([rows, secrets, reply.body])).not.toContain(key);

    const model = await getUsableModel(app.platform, person.actor, "scripted-large");
    const provider = await openModelProvider(app.platform, model);
    const signal = new AbortController().signal;
    for await (const _ of provider.stream({
      model: model.upstreamId,
      messages: [{ role: "user", content: "hi" }],
      signal,
    }));
    expect(server.chats()[0]?.headers.authorization).toBe(`Bearer ${key}`);

    await seedModels(app.platform, withoutLocalServer);
    const { default: defaultModel } = await getModels(person);
    expect(defaultModel?.id).toBe("scripted-large");
  });

  test("connecting a server also finds its embeddings models, which stay off until one is chosen", async () => {
    const server = await startServer({ key });
    const app = await startApp();
    await seedModels(app.platform, withoutLocalServer);
    const person = await app.signIn(adminEmail);
    const id = "text-embedding-scripted";
    await person.proxy(connectModelEndpoint, { url: server.url, key, modelIds: ["scripted-small"] });
    expect(await findEmbeddingsModel(app.platform)).toBeNull();
    const { supportedModels } = (await person.proxy(getSiteConfigs, { lazy_load: "0" })).result;
    const model = supportedModels?.[id];
    expect(model).toMatchObject({ isAvailable: false, defaultEmbeddingsModel: false });
    const data = { [id]: { ...model, isAvailable: true, defaultEmbeddingsModel: true } } as never;
    await person.proxy(updateSiteConfigs, { configurations: [{ type: "supportedModels", data }] });
    expect(await findEmbeddingsModel(app.platform)).toMatchObject({ upstreamId: id });
  });
});

describe("a server start", () => {
  test("applies the configured prices, and reports prices without a model", async () => {
    const server = await startModelServer();
    const environment = {
      OPENAI_COMPATIBLE_URL: server.url,
      MODEL_PRICES: "scripted-large=2.5/10/1.25, scripted-lrage=1/1",
    };
    const app = await startApp(environment);
    const { problems } = await seedModels(app.platform);
    expect(problems).toEqual(["MODEL_PRICES names scripted-lrage, which none of your servers offers."]);
    const { actor } = await app.signIn(adminEmail);
    expect(await getUsableModel(app.platform, actor, "scripted-large")).toMatchObject({
      inputTokenCost: "0.002500000",
      outputTokenCost: "0.010000000",
      cachedTokenCost: "0.001250000",
    });
    expect(await getUsableModel(app.platform, actor, "scripted-small")).toMatchObject({ inputTokenCost: null });
    expect(await listUnpricedModelNames(app.platform)).not.toContain("scripted-large");
    await server.close();
  });

  test("reports a server that is down, keeps the guide and continues", async () => {
    const app = await startApp({ OPENAI_COMPATIBLE_URL: closedUrl });
    const { names, problems } = await seedModels(app.platform);
    expect(names).toEqual(["Built-in guide"]);
    expect(problems).toEqual([
      `Nothing answered at ${closedUrl}. Is the server running, and can the Lectern server reach it?`,
    ]);
  });

  test("with a rejected key reports it without the key", async () => {
    const server = await startServer({ key: "another" });
    const app = await startApp({ OPENAI_COMPATIBLE_URL: server.url, OPENAI_COMPATIBLE_API_KEY: key });
    const { problems } = await seedModels(app.platform);
    expect(problems).toEqual([`The server at ${server.url} rejected the key.`]);
  });

  test("lists Azure's deployments by their names and calls them at their paths", async () => {
    const server = await startServer({ key });
    const app = await startApp({
      AZURE_OPENAI_ENDPOINT: server.origin,
      AZURE_OPENAI_API_KEY: key,
      AZURE_OPENAI_DEPLOYMENTS: "gpt-4o,our-own",
    });
    const { names } = await seedModels(app.platform);
    expect(names).toEqual(["GPT-4o", "our-own"]);
    const { actor } = await app.signIn("ann@example.org");
    const model = await getUsableModel(app.platform, actor, "our-own");
    const provider = await openModelProvider(app.platform, model);
    const call = { model: model.upstreamId, messages: [{ role: "user", content: "hi" } as const] };
    for await (const _ of provider.stream({ ...call, signal: new AbortController().signal }));
    expect(server.chats()[0]?.path).toBe("/openai/deployments/our-own/chat/completions?api-version=2024-10-21");
  });

  /** Seeds the catalogue from a fake OpenAI server that only lists models. */
  async function seedFromOpenAi(app: TestApp, listModels: ModelProvider["listModels"]) {
    const openedEndpoints: ModelEndpoint[] = [];
    const modelProviders: ModelProviders = {
      ...app.platform.modelProviders,
      open(endpoint) {
        openedEndpoints.push(endpoint);
        return { ...app.platform.modelProviders.open(endpoint), listModels };
      },
    };
    return { ...(await seedModels({ ...app.platform, modelProviders })), openedEndpoints };
  }

  test("with OpenAI's key adds its chat models, prefers the best known, and stores only a reference to the key", async () => {
    const app = await startApp({ OPENAI_API_KEY: key });
    const listedIds = ["dall-e-3", "gpt-3.5-turbo", "gpt-4o", "gpt-5.4", "gpt-5.4-mini", "text-embedding-3-small"];
    const { names, problems, openedEndpoints } = await seedFromOpenAi(app, async () =>
      listedIds.map((id) => ({ id, contextWindow: null })),
    );
    expect(openedEndpoints).toEqual([{ wire: "openai", url: "https://api.openai.com/v1", key }]);
    expect({ names, problems }).toEqual({
      names: ["gpt-3.5-turbo", "GPT-4o", "GPT-5.4", "GPT-5.4 mini"],
      problems: [],
    });
    const { default: defaultModel, cheapest, advanced } = await getModels(await app.signIn("ann@example.org"));
    expect([defaultModel?.id, cheapest?.id, advanced?.id]).toEqual(["gpt-5.4", "gpt-5.4-mini", "gpt-5.4"]);
    const rows = await listModelRows(app.platform.db);
    expect(rows.find((row) => row.default_embeddings_model)?.id).toBe("text-embedding-3-small");
    expect(JSON.stringify(rows)).toContain("env:OPENAI_API_KEY");
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test("without a response from OpenAI offers a few known models; with a rejected key none", async () => {
    const app = await startApp({ OPENAI_API_KEY: key });
    const rejectedResult = await seedFromOpenAi(app, () => Promise.reject(new ModelError("unauthorized", "401")));
    expect(rejectedResult.names).toEqual(["Built-in guide"]);
    const unreachableResult = await seedFromOpenAi(app, () =>
      Promise.reject(new ModelError("unreachable", "ENOTFOUND")),
    );
    expect(unreachableResult.names).toEqual(["GPT-5.4", "GPT-5.4 mini", "GPT-5.4 nano"]);
    expect(unreachableResult.problems).toHaveLength(1);
  });

  test("with two servers lists the models of both", async () => {
    const firstServer = await startServer({ models: ["one"] });
    const secondServer = await startServer({ models: ["one", "two"] });
    const app = await startApp({ OPENAI_COMPATIBLE_URL: `${firstServer.url}, ${secondServer.url}` });
    const { actor } = await app.signIn("ann@example.org");
    await seedModels(app.platform);
    const secondModel = await getUsableModel(app.platform, actor, `one@${new URL(secondServer.url).host}`);
    expect(secondModel.upstreamId).toBe("one");
  });

  test("run by two processes at once leaves one default", async () => {
    const server = await startServer();
    const app = await startApp({ OPENAI_COMPATIBLE_URL: server.url });
    await Promise.all([seedModels(app.platform), seedModels(app.platform)]);
    const rows = await listModelRows(app.platform.db);
    expect(rows.filter((row) => row.is_default)).toHaveLength(1);
    expect(rows).toHaveLength(4);
  });
});

describe("a model", () => {
  async function startSeededApp(): Promise<{ app: TestApp; ann: TestPerson }> {
    const server = await startServer();
    const app = await startApp({ OPENAI_COMPATIBLE_URL: server.url });
    await seedModels(app.platform);
    return { app, ann: await app.signIn("ann@example.org") };
  }

  test.each(["nothing", "text-embedding-scripted"])("%s is forbidden in a chat", async (id) => {
    const { app, ann } = await startSeededApp();
    await expect(getUsableModel(app.platform, ann.actor, id)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("that is unavailable or reserved for a group is neither listed nor usable", async () => {
    const { app, ann } = await startSeededApp();
    const { db } = app.platform;
    await db.updateTable("models").set({ is_available: false }).where("id", "=", "scripted-small").execute();
    const groups = JSON.stringify(["Chemistry"]);
    await db
      .updateTable("models")
      .set({ exclusive_group_availability: groups })
      .where("id", "=", "scripted-large")
      .execute();
    const { models } = await getModels(ann);
    expect(models.map(({ id }) => id)).toEqual(["guide"]);
    for (const id of ["scripted-small", "scripted-large"]) {
      await expect(getUsableModel(app.platform, ann.actor, id)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await findCheapestModel(app.platform, ann.actor)).toBeNull();
  });

  test("chosen as the cheapest is never the guide", async () => {
    const app = await startApp();
    await seedModels(app.platform, withoutLocalServer);
    const { actor } = await app.signIn("ann@example.org");
    expect(await findCheapestModel(app.platform, actor)).toBeNull();
    expect((await getUsableModel(app.platform, actor, "guide")).isGuide).toBe(true);
  });
});

describe("testing and connecting an address", () => {
  test("is only for administrators", async () => {
    const app = await startApp();
    const person = await app.signIn("ann@example.org");
    const input = { url: closedUrl, key: "" };
    expect((await person.direct(testModelEndpoint, input)).status).toBe(403);
    expect((await person.proxy(connectModelEndpoint, { ...input, modelIds: ["x"] })).status).toBe(403);
    expect(await listModelRows(app.platform.db)).toEqual([]);
  });

  test("returns the server's chat models and stores nothing", async () => {
    const server = await startServer({ key });
    const app = await startApp();
    const person = await app.signIn(adminEmail);
    const reply = await person.direct(testModelEndpoint, { url: `${server.url}/chat/completions`, key });
    expect(reply.result.models).toEqual([{ id: "scripted-large" }, { id: "scripted-small" }]);
    expect(await listModelRows(app.platform.db)).toEqual([]);
  });

  test("explains what to do when it fails, without the key", async () => {
    const server = await startServer({ key: "another" });
    const openServer = await startServer();
    const person = await (await startApp()).signIn(adminEmail);
    for (const [url, message] of [
      [closedUrl, "Is the server running, and can the Lectern server reach it?"],
      [server.url, "rejected the key"],
      [openServer.origin, "Check that the address ends with /v1"],
    ] as const) {
      const reply = await person.direct(testModelEndpoint, { url, key });
      expect(reply.status).toBe(502);
      expect(reply.body).toMatchObject({ code: "providerFailed", message: expect.stringContaining(message) });
      expect(JSON.stringify(reply.body)).not.toContain(key);
    }
  });

  test("rejects a model that the server does not have", async () => {
    const server = await startServer();
    const app = await startApp();
    const person = await app.signIn(adminEmail);
    const reply = await person.proxy(connectModelEndpoint, { url: server.url, modelIds: ["scripted-large", "other"] });
    expect(reply.status).toBe(400);
    expect(await listModelRows(app.platform.db)).toEqual([]);
  });

  test("rejects an invalid address", async () => {
    const person = await (await startApp()).signIn(adminEmail);
    for (const url of ["ftp://host/v1", "host/v1", "http://user:word@host/v1", "http://%zz/v1", ""]) {
      expect((await person.direct(testModelEndpoint, { url })).status).toBe(400);
    }
  });

  test("rejects a key that is not valid in a header, and accepts one copied with a trailing line break", async () => {
    const server = await startServer({ key });
    const person = await (await startApp()).signIn(adminEmail);
    for (const invalidKey of ["sk-a\r\nx-evil: 1", "sk-“a”", "sk a"]) {
      const reply = await person.direct(testModelEndpoint, { url: server.url, key: invalidKey });
      expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: "key" }] } });
    }
    expect((await person.direct(testModelEndpoint, { url: server.url, key: `${key}\n` })).status).toBe(200);
  });
});
