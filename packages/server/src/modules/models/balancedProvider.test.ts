import { afterEach, expect, test } from "vitest";
import type { Platform } from "../../core/context.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { type ModelServer, startModelServer } from "../../testing/modelServer/startModelServer.ts";
import { getEndpointHealth, openBalancedProvider } from "./balancedProvider.ts";
import { storeEndpointKey } from "./endpointKey.ts";

const upstreamId = "scripted-small";

let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

/** A model with several servers, each with its own key. `opened` are the keys that were decrypted, in order. */
async function start(count: number) {
  const app = await createTestApp();
  closers.push(app.close);
  const servers: ModelServer[] = [];
  const endpoints: StoredModelEndpoint[] = [];
  for (let index = 0; index < count; index++) {
    const key = `sk-${index}`;
    const server = await startModelServer({ key });
    closers.push(server.close);
    servers.push(server);
    const keyRef = await storeEndpointKey(app.platform, app.platform.db, server.url, key);
    endpoints.push({ wire: "openai", url: server.url, keyRef });
  }
  const opened: string[] = [];
  const { secrets } = app.platform;
  const platform: Platform = {
    ...app.platform,
    secrets: {
      ...secrets,
      open(purpose, sealed) {
        const key = secrets.open(purpose, sealed);
        opened.push(key);
        return key;
      },
    },
  };
  return { app, platform, servers, endpoints, opened };
}

async function ask(platform: Platform, [first, ...others]: readonly StoredModelEndpoint[]) {
  if (!first) throw new Error("the model has an address");
  const provider = await openBalancedProvider(platform, { upstreamId, endpoints: [first, ...others] });
  const messages = [{ role: "user" as const, content: "hi" }];
  for await (const _ of provider.stream({ model: upstreamId, messages, signal: neverAborted() }));
}

const neverAborted = () => new AbortController().signal;
const countCalls = (servers: readonly ModelServer[]) => servers.map((server) => server.chats().length);
const spoilKey = (app: TestApp, { keyRef }: StoredModelEndpoint) =>
  app.platform.db
    .updateTable("secrets")
    .set({ sealed: "spoilt" })
    .where("name", "=", (keyRef ?? "").replace("secret:", ""))
    .execute();

test("a call reads the key of the address that it goes to, and of no other", async () => {
  const { platform, servers, endpoints, opened } = await start(3);
  for (let call = 0; call < 3; call++) await ask(platform, endpoints);
  expect(countCalls(servers)).toEqual([1, 1, 1]);
  expect(opened).toEqual(["sk-0", "sk-1", "sk-2"]);
});

test("a call that fails goes to the next address, with that one's key", async () => {
  const { platform, servers, endpoints, opened } = await start(2);
  servers[0]?.script({ status: 503 });
  await ask(platform, endpoints);
  expect(countCalls(servers)).toEqual([1, 1]);
  expect(opened).toEqual(["sk-0", "sk-1"]);
  const [first] = endpoints;
  expect(first && getEndpointHealth(platform, first, upstreamId)).toMatchObject({
    lastError: `The server at ${first?.url} failed with status 503.`,
  });
});

test("an address whose key cannot be read is left out; without another, the call is refused", async () => {
  const { app, platform, servers, endpoints } = await start(2);
  const [first, second] = endpoints;
  if (!first || !second) throw new Error("two addresses were stored");
  await spoilKey(app, first);
  await ask(platform, endpoints);
  expect(countCalls(servers)).toEqual([0, 1]);
  // If the other one fails, its failure is what people are told.
  servers[1]?.script({ status: 503 });
  await expect(ask(platform, endpoints)).rejects.toMatchObject({ kind: "serverError" });
  await spoilKey(app, second);
  await expect(ask(platform, endpoints)).rejects.toMatchObject({ code: "unavailable" });
});

test("vectors come from the next address too, and not from one that has none", async () => {
  const { platform, servers, endpoints } = await start(2);
  const [first, second] = endpoints;
  if (!first || !second) throw new Error("two addresses were stored");
  const withoutVectors: StoredModelEndpoint = { ...first, wire: "anthropic" };
  const unreachable: StoredModelEndpoint = { ...first, url: "http://127.0.0.1:9/v1" };
  const provider = await openBalancedProvider(platform, {
    upstreamId,
    endpoints: [withoutVectors, unreachable, second],
  });
  const call = { model: "text-embedding-scripted", texts: ["a"], purpose: "question" as const, signal: neverAborted() };
  expect((await provider.embed?.(call))?.vectors).toHaveLength(1);
  expect(servers.map((server) => server.embeddings().length)).toEqual([0, 1]);
  expect(getEndpointHealth(platform, unreachable, upstreamId).lastErrorAtMs).not.toBeNull();
  const none = await openBalancedProvider(platform, { upstreamId, endpoints: [withoutVectors] });
  expect(none.embed).toBeUndefined();
});
