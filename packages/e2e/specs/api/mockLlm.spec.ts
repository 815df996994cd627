import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getAvailableModels } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { createApiClient } from "../../support/createApiClient.ts";
import { startProcess } from "../../support/serverProcess.ts";
import { signInByHttp } from "../../support/signInByHttp.ts";
import { startLectern } from "../../support/startLectern.ts";
import { createTemporaryFolder, findFreePort } from "../../support/temporary.ts";

/** Rules of the mock: a streamed echo and two models. */
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
  - path: "/v1/models"
    method: "GET"
    response:
      status: 200
      content: |
        { "object": "list", "data": [{ "id": "echo-large", "object": "model" }, { "id": "echo-mini", "object": "model" }] }
`;

test("works with a third-party model server: its models are discovered, and it answers", async () => {
  const folder = await createTemporaryFolder();
  const config = join(folder, "mock-llm.yaml");
  await writeFile(config, rules);
  const fromServer = createRequire(new URL("../../../server/package.json", import.meta.url));
  const program = join(dirname(fromServer.resolve("@dwmkerr/mock-llm/package.json")), "dist/main.js");
  const port = await findFreePort();
  const environment = { HOST: "127.0.0.1", PORT: String(port) };
  const upstream = startProcess(process.execPath, [program, "--config", config], { cwd: folder, environment });
  onTestFinished(async () => {
    upstream.signal("SIGTERM");
    await upstream.ended;
  });
  await upstream.waitForOutput(/server running on/);

  const lectern = await startLectern({ OPENAI_COMPATIBLE_URL: `http://127.0.0.1:${port}/v1` });
  onTestFinished(() => lectern.close());
  expect(lectern.output()).toMatch(/Models\s+.*echo-large.*echo-mini/);
  const { accessToken } = await signInByHttp(lectern.url, "ann@example.org");
  const api = createApiClient(lectern.url, accessToken);
  const { models } = await api.call(getAvailableModels, {});
  const model = models.find(({ name }) => name.includes("echo-large"))?.id ?? "";
  const content = "An echo of Grüße, in several pieces";
  const stream = await api.ask({ model, messages: [{ role: "user", content }] });
  expect(await stream.readToEnd()).toMatchObject({ content, end: { end: "done", finishReason: "stop" } });
  expect(stream.frames.at(-1)?.data).toBe("[DONE]");
});
