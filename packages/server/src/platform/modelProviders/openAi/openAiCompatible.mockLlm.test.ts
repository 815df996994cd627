import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModelProviders } from "../createModelProviders.ts";
import type { ModelProvider, ModelProviders } from "../modelProvider.ts";
import { buildModelCall, collect, textOf } from "../testing/modelProviderConformance.ts";

const rules = `
streaming:
  chunkSize: 5
  chunkIntervalMs: 1
rules:
  - path: "/v1/chat/completions"
    match: "@"
    response:
      status: 200
      content: |
        {
          "id": "chatcmpl-{{timestamp}}",
          "object": "chat.completion",
          "model": "{{jmes request body.model}}",
          "choices": [{ "message": { "role": "assistant", "content": "{{jmes request body.messages[-1].content}}" }, "finish_reason": "stop" }]
        }
  - path: "/v1/chat/completions"
    match: "contains(body.messages[-1].content, 'error-401')"
    response:
      status: 401
      content: |
        { "error": { "message": "Incorrect API key provided.", "type": "invalid_request_error", "param": null, "code": "invalid_api_key" } }
  - path: "/v1/models"
    method: "GET"
    response:
      status: 200
      content: |
        { "object": "list", "data": [{ "id": "second", "object": "model" }, { "id": "first", "object": "model" }] }
`;

let folder: string;
let serverProcess: ChildProcess;
let providers: ModelProviders;
let provider: ModelProvider;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was bound");
  return address.port;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-mock-llm-"));
  const configPath = join(folder, "mock-llm.yaml");
  await writeFile(configPath, rules);
  const port = await findFreePort();
  const mainPath = join(
    dirname(createRequire(import.meta.url).resolve("@dwmkerr/mock-llm/package.json")),
    "dist/main.js",
  );
  serverProcess = spawn(process.execPath, [mainPath, "--config", configPath], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!serverProcess.stdout) throw new Error("the server's output is not there");
  for await (const line of createInterface(serverProcess.stdout)) if (line.includes("server running on")) break;
  serverProcess.stdout.resume();
  providers = createModelProviders(pino({ level: "silent" }));
  provider = providers.open({ wire: "openai", url: `http://127.0.0.1:${port}/v1`, key: "any" });
});

afterAll(async () => {
  await providers?.close();
  if (serverProcess?.kill()) await once(serverProcess, "exit");
  await rm(folder, { recursive: true, force: true });
});

describe("a third-party server (@dwmkerr/mock-llm)", () => {
  test("streams an answer", async () => {
    const events = await collect(
      provider.stream(buildModelCall("An echo of Grüße, in several pieces", { model: "first" })),
    );
    expect(textOf(events)).toBe("An echo of Grüße, in several pieces");
    expect(events.filter((event) => event.type === "text").length).toBeGreaterThan(3);
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  test("rejects a wrong key", async () => {
    const call = collect(provider.stream(buildModelCall("error-401", { model: "first" })));
    await expect(call).rejects.toMatchObject({ name: "ModelError", kind: "unauthorized" });
  });

  test("lists its models", async () => {
    const models = await provider.listModels(new AbortController().signal);
    expect(models.map(({ id }) => id)).toEqual(["first", "second"]);
  });
});
