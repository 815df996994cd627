import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { clientHeader, connectModelEndpoint, getAvailableModels } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { readStoredContent } from "../../support/readStoredContent.ts";
import { startWorkspace } from "../../support/startWorkspace.ts";
import { createTemporaryFolder } from "../../support/temporary.ts";

const keys = {
  ofEnvironment: "sk-environment-3b1f0c77a2",
  ofAdministrator: "sk-administrator-9d40e6158b",
  refused: "sk-refused-77ac21f9e0",
};

test("keys of model servers are in no file, row, log or response, and work after a restart", async () => {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: "debug", OPENAI_COMPATIBLE_API_KEY: keys.ofEnvironment };
  const workspace = await startWorkspace("pglite", environment);
  onTestFinished(() => workspace.close());
  const second = await startModelServer({ key: keys.ofAdministrator, models: ["second-large"] });
  onTestFinished(() => second.close());
  const { api, ann, models, modelId, lectern } = workspace;
  const replies: string[] = [];
  const keep = async (response: Response): Promise<number> => {
    const headers = JSON.stringify([...response.headers]);
    replies.push(`${headers}\n${await response.text()}`);
    return response.status;
  };

  // Like the form 'Connect a model': failing tests, a successful test, a rejected save, a successful save.
  const testEndpoint = (url: string, key: string) =>
    fetch(`${lectern.url}/api/models/endpoint/test`, {
      method: "POST",
      headers: { cookie: ann.cookie, "content-type": "application/json", [clientHeader.name]: clientHeader.value },
      body: JSON.stringify({ url, key }),
    });
  expect(await keep(await testEndpoint(second.url, keys.refused))).toBeGreaterThanOrEqual(400);
  expect(await keep(await testEndpoint(`${second.origin}/nothing`, keys.refused))).toBeGreaterThanOrEqual(400);
  expect(await keep(await testEndpoint("http://127.0.0.1:9/v1", keys.refused))).toBeGreaterThanOrEqual(400);
  expect(await keep(await testEndpoint(second.url, keys.ofAdministrator))).toBe(200);
  const connect = (key: string) => ({ data: { url: second.url, key, modelIds: ["second-large"] } });
  const { method, path } = connectModelEndpoint;
  expect(await keep(await api.request(method, path, connect(keys.refused)))).toBeGreaterThanOrEqual(400);
  expect(await keep(await api.request(method, path, connect(keys.ofAdministrator)))).toBe(200);

  const ask = (model: string, content: string) =>
    api.request("POST", "/chat", { model, messages: [{ role: "user", content }], stream: false });
  const connected = (await api.call(getAvailableModels, {})).models.find(({ name }) => name.includes("second-large"));
  const secondId = connected?.id ?? "";
  expect(await keep(await ask(modelId, "Hello"))).toBe(200);
  expect(await keep(await ask(secondId, "Hello"))).toBe(200);
  expect(await keep(await ask(modelId, "No [[status: 401; code: invalid_api_key]]"))).toBe(502);
  for (const address of ["/", "/api/session", "/available_models", "/openapi.json", "/metrics", "/readyz"]) {
    await keep(await api.request("GET", address, undefined, { cookie: ann.cookie, "x-lectern-client": "web" }));
  }
  const firstOutput = lectern.output();

  expect(await lectern.stop()).toBe(0);
  await lectern.restart();
  expect(await keep(await ask(secondId, "Hello again"))).toBe(200);
  expect(second.chats().map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${keys.ofAdministrator}`,
    `Bearer ${keys.ofAdministrator}`,
  ]);
  expect(models.chats()[0]?.headers.authorization).toBe(`Bearer ${keys.ofEnvironment}`);

  expect(await lectern.stop()).toBe(0);
  const written = await readStoredContent(workspace, folder);
  expect(written.findLocations(second.url)).toContain("table models");
  expect(replies.join("\n")).toContain("second-large");
  for (const key of Object.values(keys)) {
    for (const form of [key, Buffer.from(key).toString("base64").replace(/=+$/, "")]) {
      expect(written.findLocations(form), form).toEqual([]);
      expect(firstOutput).not.toContain(form);
      expect(replies.join("\n")).not.toContain(form);
    }
  }
  // The secrets of the person's session are not stored either.
  for (const secret of [ann.cookie.replace(/^.*=/, ""), ann.accessToken]) {
    expect(secret.length).toBeGreaterThan(40);
    expect(written.findLocations(secret)).toEqual([]);
    expect(firstOutput).not.toContain(secret);
  }
});
