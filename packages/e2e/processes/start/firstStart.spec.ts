import { readFile, stat, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createConversation, openConversation } from "@lectern/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { createApiClient } from "../../support/content/createApiClient.ts";
import { signInByHttp } from "../../support/content/signInByHttp.ts";
import { startAndExpectRefusal } from "../../support/servers/startAndExpectRefusal.ts";
import { type RunningLectern, startLectern } from "../../support/servers/startLectern.ts";
import { createTemporaryFolder, findFreePort } from "../../support/servers/temporary.ts";

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIpv6 = addresses.some(({ address }) => address === "::1");

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(() => models.close());

async function start(...args: Parameters<typeof startLectern>): Promise<RunningLectern> {
  const lectern = await startLectern(...args);
  onTestFinished(() => lectern.close());
  return lectern;
}

test("a first start on an empty folder prints the address, who can sign in and which models there are, and listens on both loopback addresses; a second keeps everything, and a third meanwhile is refused", async () => {
  const dataDir = join(await createTemporaryFolder(), "made", "by the server");
  const cwd = await createTemporaryFolder();
  const lectern = await start({ OPENAI_COMPATIBLE_URL: models.url, DATA_DIR: dataDir }, { cwd });
  const output = lectern.output();
  const { port } = new URL(lectern.url);
  expect(output).toContain(`Lectern is running at http://localhost:${port}`);
  expect(output).toMatch(
    /Sign-in\s+anyone on this machine, with any email address; the first person becomes administrator/,
  );
  expect(output).toMatch(/Models\s+.*scripted-large, scripted-small/);
  expect(output).not.toMatch(/Models\s+.*text-embedding-scripted/);
  expect(output).toMatch(/document text is sent to text-embedding-scripted at 127\.0\.0\.1:/);
  expect(output).toContain(join(dataDir, "database"));

  // No other user of the machine can read the created files.
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);

  for (const host of hasIpv6 ? ["127.0.0.1", "[::1]", "localhost"] : ["127.0.0.1", "localhost"]) {
    expect((await fetch(`http://${host}:${port}/readyz`)).status, host).toBe(200);
  }
  const elsewhere = addresses.filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of elsewhere) await expect(fetch(`http://${address}:${port}/readyz`)).rejects.toThrow();

  const ann = await signInByHttp(lectern.url, "ann@example.org");
  const api = createApiClient(lectern.url, ann.accessToken);
  const content = "Kept over the restart: Grüße, 你好.";
  const messages = [{ id: "m-1", role: "user" as const, content }];
  await api.call(createConversation, { conversation: { id: "c-1", name: "Kept", messages } });
  const secret = await readFile(join(dataDir, "secret.key"), "utf8");
  expect(await lectern.stop()).toBe(0);
  await lectern.restart();
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toBe(secret);
  const { conversation } = await api.call(openConversation, { conversationId: "c-1" });
  expect(conversation).toMatchObject({ name: "Kept", messages: [{ id: "m-1", content }] });
  const again = await ann.renew();
  expect(again.session.user).toEqual({ ...ann.session.user, isAdmin: true });

  expect(await startAndExpectRefusal({ DATA_DIR: dataDir })).toBe(
    `The data folder ${dataDir} is in use by process ${lectern.pid()}. ` +
      "Stop that Lectern first, or set DATA_DIR to another folder.",
  );
  expect((await fetch(`${lectern.url}/readyz`)).status).toBe(200);
});

test("a .env in the working directory is read, and environment variables override it", async () => {
  const cwd = await createTemporaryFolder();
  const url = `http://127.0.0.1:${await findFreePort()}/v1`;
  const lines = [
    "# of this test",
    'PRODUCT_NAME="From the file"',
    `OPENAI_COMPATIBLE_URL=${url}`,
    "ADMINS=file@example.org",
  ];
  await writeFile(join(cwd, ".env"), lines.join("\n"));
  const lectern = await start(
    { ADMINS: "Shell@Example.org, ann@example.org" },
    { cwd, template: await getPreparedDataFolder() },
  );
  expect(lectern.output()).toContain("From the file is running at http");
  expect(lectern.output()).toContain("administrators: shell@example.org, ann@example.org\n");
  // A model server that does not answer is reported and does not prevent the start.
  expect(lectern.output()).toMatch(/Models\s+Built-in guide/);
  expect(lectern.output()).toContain(`Nothing answered at ${url}.`);
});
