import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { sendError } from "../errors/errorResponse.ts";
import { registerPythonPackages } from "./pythonPackages.ts";

const wheel = "the content of a wheel";
const sha256 = createHash("sha256").update(wheel).digest("hex");
const wheelName = "lakes-1.0-py3-none-any.whl";
const listed = { name: "lakes", version: "1.0", install_dir: "site", package_type: "package", imports: ["lakes"] };
const lakes = { ...listed, file_name: wheelName, sha256, depends: [], unvendored_tests: false };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lectern-packages-"));
  for (const folder of ["packages", "web/python"]) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, "packages", wheelName), wheel);
  await writeFile(join(root, "packages/secret.txt"), "secret");
  await writeLock("1_0");
  await writeFile(join(root, "web/python/files.json"), JSON.stringify({ info: { abi_version: "1_0" } }));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const writeLock = (abiVersion: string) =>
  writeFile(
    join(root, "packages/pyodide-lock.json"),
    JSON.stringify({
      info: { abi_version: abiVersion },
      packages: { lakes, ponds: { ...lakes, name: "ponds", file_name: "ponds-1.0-py3-none-any.whl" } },
    }),
  );

async function openServer(folder?: string) {
  const config = readConfig(folder === undefined ? {} : { PYTHON_PACKAGES: folder });
  const app = Fastify();
  app.setErrorHandler(sendError);
  await registerPythonPackages(app, { config, log: pino({ level: "silent" }) }, join(root, "web"));
  return app;
}

const list = async (app: Awaited<ReturnType<typeof openServer>>) => (await app.inject("/python/packages.json")).json();

test("lists and serves the packages of the lock file whose files exist, under their hashes", async () => {
  const app = await openServer(join(root, "packages"));
  expect(await list(app)).toEqual({ packages: { lakes } });
  const response = await app.inject(`/python/packages/${sha256}/${wheelName}`);
  expect(response.body).toBe(wheel);
  expect(response.headers["cache-control"]).toContain("immutable");
});

test.each([
  `${"0".repeat(64)}/${wheelName}`,
  `${sha256}/secret.txt`,
  `${sha256}/pyodide-lock.json`,
  `${sha256}/..%2Fpackages%2F${wheelName}`,
  `${sha256}/..%2F..%2F..%2Fetc%2Fpasswd`,
  `${sha256}/__proto__`,
])("serves no other file: %s", async (path) => {
  const app = await openServer(join(root, "packages"));
  expect((await app.inject(`/python/packages/${path}`)).statusCode).toBe(404);
});

test("offers none without a folder, or with one of another version of Pyodide", async () => {
  expect(await list(await openServer())).toEqual({ packages: {} });
  await writeLock("2_0");
  expect(await list(await openServer(join(root, "packages")))).toEqual({ packages: {} });
});

test("a folder without a lock file is a mistake of the configuration", async () => {
  await expect(openServer(join(root, "web"))).rejects.toThrow("PYTHON_PACKAGES");
});
