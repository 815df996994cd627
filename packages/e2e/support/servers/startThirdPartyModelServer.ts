import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { startProcess } from "./serverProcess.ts";
import { createTemporaryFolder, findFreePort } from "./temporary.ts";

/** The rules of the server: a streamed echo and two models. */
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

/** Starts a model server that is not part of this project, for the running test, and returns its base URL. */
export async function startThirdPartyModelServer(): Promise<string> {
  const folder = await createTemporaryFolder();
  const configPath = join(folder, "mock-llm.yaml");
  await writeFile(configPath, rules);
  const requireFromServer = createRequire(new URL("../../../server/package.json", import.meta.url));
  const programPath = join(dirname(requireFromServer.resolve("@dwmkerr/mock-llm/package.json")), "dist/main.js");
  const port = await findFreePort();
  const environment = { HOST: "127.0.0.1", PORT: String(port) };
  const modelServer = startProcess(process.execPath, [programPath, "--config", configPath], {
    cwd: folder,
    environment,
  });
  onTestFinished(async () => {
    modelServer.signal("SIGTERM");
    await modelServer.ended;
  });
  await modelServer.waitForOutput(/server running on/);
  return `http://127.0.0.1:${port}/v1`;
}
