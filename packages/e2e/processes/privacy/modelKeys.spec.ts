import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { clientHeader, connectModelEndpoint, getAvailableModels } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { readStoredContent } from "../../support/content/readStoredContent.ts";
import { startWorkspace } from "../../support/servers/startWorkspace.ts";
import { createTemporaryFolder } from "../../support/servers/temporary.ts";

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
  const secondModelServer = await startModelServer({ key: keys.ofAdministrator, models: ["second-large"] });
  onTestFinished(() => secondModelServer.close());
  const { api, ann, models, modelId, lectern } = workspace;
  const responseTexts: string[] = [];
  const recordResponse = async (response: Response): Promise<number> => {
    const headers = JSON.stringify([...response.headers]);
    responseTexts.push(`${headers}\n${await response.text()}`);
    return response.status;
  };

  // Like the form 'Connect a model': failing tests, a successful test, a rejected save, a successful save.
  const testEndpoint = (url: string, key: string) =>
    fetch(`${lectern.url}/api/models/endpoint/test`, {
      method: "POST",
      headers: { cookie: ann.cookie, "content-type": "application/json", [clientHeader.name]: clientHeader.value },
      body: JSON.stringify({ url, key }),
    });
  expect(await recordResponse(await testEndpoint(secondModelServer.url, keys.refused))).toBeGreaterThanOrEqual(400);
  expect(
    await recordResponse(await testEndpoint(`${secondModelServer.origin}/nothing`, keys.refused)),
  ).toBeGreaterThanOrEqual(400);
  expect(await recordResponse(await testEndpoint("http://127.0.0.1:9/v1", keys.refused))).toBeGreaterThanOrEqual(400);
  expect(await recordResponse(await testEndpoint(secondModelServer.url, keys.ofAdministrator))).toBe(200);
  const buildConnectInput = (key: string) => ({
    data: { url: secondModelServer.url, key, modelIds: ["second-large"] },
  });
  const { method, path } = connectModelEndpoint;
  expect(await recordResponse(await api.request(method, path, buildConnectInput(keys.refused)))).toBeGreaterThanOrEqual(
    400,
  );
  expect(await recordResponse(await api.request(method, path, buildConnectInput(keys.ofAdministrator)))).toBe(200);

  const ask = (model: string, content: string) =>
    api.request("POST", "/chat", { model, messages: [{ role: "user", content }], stream: false });
  const connectedModel = (await api.call(getAvailableModels, {})).models.find(({ name }) =>
    name.includes("second-large"),
  );
  const secondModelId = connectedModel?.id ?? "";
  expect(await recordResponse(await ask(modelId, "Hello"))).toBe(200);
  expect(await recordResponse(await ask(secondModelId, "Hello"))).toBe(200);
  expect(await recordResponse(await ask(modelId, "No [[status: 401; code: invalid_api_key]]"))).toBe(502);
  for (const publicPath of ["/", "/api/session", "/available_models", "/openapi.json", "/metrics", "/readyz"]) {
    await recordResponse(
      await api.request("GET", publicPath, undefined, { cookie: ann.cookie, "x-lectern-client": "web" }),
    );
  }
  const firstOutput = lectern.output();

  expect(await lectern.stop()).toBe(0);
  await lectern.restart();
  expect(await recordResponse(await ask(secondModelId, "Hello again"))).toBe(200);
  expect(secondModelServer.chats().map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${keys.ofAdministrator}`,
    `Bearer ${keys.ofAdministrator}`,
  ]);
  expect(models.chats()[0]?.headers.authorization).toBe(`Bearer ${keys.ofEnvironment}`);

  expect(await lectern.stop()).toBe(0);
  const storedContent = await readStoredContent(workspace, folder);
  expect(storedContent.findLocations(secondModelServer.url)).toContain("table models");
  expect(responseTexts.join("\n")).toContain("second-large");
  for (const key of Object.values(keys)) {
    for (const keyForm of [key, Buffer.from(key).toString("base64").replace(/=+$/, "")]) {
      expect(storedContent.findLocations(keyForm), keyForm).toEqual([]);
      expect(firstOutput).not.toContain(keyForm);
      expect(responseTexts.join("\n")).not.toContain(keyForm);
    }
  }
  // The secrets of the person's session are not stored either.
  for (const secret of [ann.cookie.replace(/^.*=/, ""), ann.accessToken]) {
    expect(secret.length).toBeGreaterThan(40);
    expect(storedContent.findLocations(secret)).toEqual([]);
    expect(firstOutput).not.toContain(secret);
  }
});
