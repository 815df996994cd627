import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";
import { describeStartError } from "./describeStartError.ts";
import { openDatabase } from "./platform/db/openDatabase.ts";
import { createLog } from "./platform/log.ts";
import { loadSecretKey } from "./secretKey.ts";

const describeFailure = (starting: Promise<unknown>) =>
  starting.then(
    () => "no failure",
    (error: unknown) => describeStartError(error),
  );

test("a data folder that is a file or below one is explained, with its path and what to do", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "file");
  await writeFile(file, "not a folder");
  const pathBelowFile = join(file, "data");
  const advice = "Set DATA_DIR to a folder that this user can write to.";
  const describeLoadFailure = (dataDir: string) => describeFailure(loadSecretKey(readConfig({ DATA_DIR: dataDir })));
  expect(await describeLoadFailure(file)).toBe(`Cannot write to ${file}: it is not a folder. ${advice}`);
  expect(await describeLoadFailure(pathBelowFile)).toBe(
    `Cannot write to ${pathBelowFile}: part of this path is not a folder. ${advice}`,
  );
  // With SECRET_KEY, the database is the first to use the folder.
  const opening = openDatabase({ databaseUrl: null, dataDir: file, log: createLog("silent") });
  expect(await describeFailure(opening)).toContain(`The data folder ${file} cannot be created`);
});

test("an unexpected error has no message for the operator", () => {
  expect(describeStartError(new Error("a bug"))).toBe(null);
});
