import { afterEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { anthropicWire } from "../../testing/providerServers/anthropicWire.ts";
import { bedrockWire } from "../../testing/providerServers/bedrockWire.ts";
import { googleWire } from "../../testing/providerServers/googleWire.ts";
import type { ProviderWire } from "../../testing/providerServers/providerWire.ts";
import { type ProviderServer, startProviderServer } from "../../testing/providerServers/startProviderServer.ts";
import { listModelRows } from "./repository.ts";
import { getUsableModel, openModelProvider, seedModels } from "./service.ts";

const key = "sk-a-key-of-the-tests-42";
const openResources: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of openResources.splice(0).reverse()) await resource.close();
});

async function startApp(
  wire: ProviderWire,
  createEnvironment: (url: string) => Record<string, string>,
  models?: readonly string[],
) {
  const server = await startProviderServer(wire, { key, ...(models && { models }) });
  openResources.push(server);
  const app = await createTestApp({ environment: createEnvironment(server.url) });
  openResources.push(app);
  return { server, app };
}

/** Calls the model as a chat does. */
async function askModel(app: TestApp, modelId: string): Promise<string> {
  const { actor } = await app.signIn("ann@example.org");
  const model = await getUsableModel(app.platform, actor, modelId);
  const provider = await openModelProvider(app.platform, model);
  const signal = new AbortController().signal;
  let text = "";
  for await (const events of provider.stream({
    model: model.upstreamId,
    messages: [{ role: "user", content: "[[answer: It works.]]" }],
    signal,
  }))
    for (const event of events) if (event.type === "text") text += event.text;
  return text;
}

const readCatalogueText = async (app: TestApp) => JSON.stringify(await listModelRows(app.platform.db));

/** The origin without a path, as the vendors' own SDKs expect it. */
const getOrigin = (url: string) => new URL(url).origin;

describe("a server start", () => {
  test("with an Anthropic key finds its models, answers with them and stores no key", async () => {
    const { server, app } = await startApp(anthropicWire, (url) => ({
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: getOrigin(url),
    }));
    expect(await seedModels(app.platform)).toEqual({
      names: ["Scripted scripted-large", "Scripted scripted-small"],
      problems: [],
    });
    const row = (await listModelRows(app.platform.db)).find(({ id }) => id === "scripted-large");
    expect(row).toMatchObject({
      provider: "Anthropic",
      input_context_window: 32_768,
      output_token_limit: 4_000,
      endpoints: [{ wire: "anthropic", url: server.url, keyRef: "env:ANTHROPIC_API_KEY" }],
    });
    expect(await askModel(app, "scripted-large")).toBe("It works.");
    expect(await readCatalogueText(app)).not.toContain(key);
  });

  test("with a Google key finds the chat models and answers with them", async () => {
    const { app } = await startApp(googleWire, (url) => ({ GOOGLE_API_KEY: key, GOOGLE_BASE_URL: getOrigin(url) }), [
      "gemini-2.5-flash",
      "gemini-2.5-flash-image",
      "gemini-embedding-001",
    ]);
    expect(await seedModels(app.platform)).toEqual({ names: ["Gemini 2.5 Flash"], problems: [] });
    expect(await askModel(app, "gemini-2.5-flash")).toBe("It works.");
    expect(await readCatalogueText(app)).not.toContain(key);
  });

  test("with a Bedrock region offers the configured models and signs the requests", async () => {
    const id = "eu.amazon.nova-lite-v1:0";
    const { server, app } = await startApp(bedrockWire, (url) => ({
      BEDROCK_REGION: "eu-central-1",
      BEDROCK_MODELS: `${id}, eu.anthropic.claude-sonnet-4-5-20250929-v1:0`,
      BEDROCK_BASE_URL: url,
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: "a secret of AWS",
      AWS_SESSION_TOKEN: "a session of AWS",
    }));
    expect((await seedModels(app.platform)).names).toEqual(["Claude Sonnet 4.5", id]);
    expect(await askModel(app, id)).toBe("It works.");
    expect(server.chats()[0]?.headers["x-amz-security-token"]).toBe("a session of AWS");
    expect(await readCatalogueText(app)).not.toMatch(new RegExp(`${key}|of AWS`));
  });

  test("with a Bedrock key sends it", async () => {
    const { server, app } = await startApp(bedrockWire, (url) => ({
      BEDROCK_REGION: "eu-central-1",
      BEDROCK_MODELS: "a-model",
      BEDROCK_BASE_URL: url,
      AWS_BEARER_TOKEN_BEDROCK: key,
    }));
    await seedModels(app.platform);
    expect(await askModel(app, "a-model")).toBe("It works.");
    expect(server.chats()[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test.each<[string, ProviderWire, (server: ProviderServer) => Record<string, string>, string]>([
    [
      "a wrong key",
      anthropicWire,
      ({ url }) => ({ ANTHROPIC_API_KEY: "sk-wrong", ANTHROPIC_BASE_URL: url }),
      "rejected the key",
    ],
    [
      "a wrong address",
      googleWire,
      ({ url }) => ({ GOOGLE_API_KEY: key, GOOGLE_BASE_URL: `${getOrigin(url)}/other` }),
      "Check that the address ends with /v1beta",
    ],
    [
      "no server",
      anthropicWire,
      () => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: "http://127.0.0.1:1/v1" }),
      "can the Lectern server reach it?",
    ],
  ])("with %s reports it, keeps the guide and continues", async (_, wire, createEnvironment, problem) => {
    const server = await startProviderServer(wire, { key });
    openResources.push(server);
    const app = await createTestApp({ environment: createEnvironment(server) });
    openResources.push(app);
    const { names, problems } = await seedModels(app.platform);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems.join("")).not.toMatch(/sk-/);
    expect(names).toEqual(["Built-in guide"]);
  });
});
