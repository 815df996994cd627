import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataFolder } from "./dataFolderLock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a folder can be locked once, and again after its release", () => {
  const release = lockDataFolder(folder);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
  expect(() => lockDataFolder(folder)).toThrow(`in use by process ${process.pid}`);
  release();
  expect(existsSync(path)).toBe(false);
  const releaseAgain = lockDataFolder(folder);
  release();
  expect(existsSync(path)).toBe(true);
  releaseAgain();
});

test("a missing folder is created, accessible to this user only", () => {
  const innerFolder = join(folder, "some", "where");
  lockDataFolder(innerFolder)();
  const { mode } = statSync(innerFolder);
  if (process.platform !== "win32") expect(mode & 0o077).toBe(0);
});

test("the lock of another live process is respected", () => {
  writeFileSync(path, JSON.stringify({ pid: process.ppid, started: null }));
  expect(() => lockDataFolder(folder)).toThrow(`in use by process ${process.ppid}`);
});

test("a release does not remove another process's lock", () => {
  const release = lockDataFolder(folder);
  const other = JSON.stringify({ pid: process.ppid, started: null });
  writeFileSync(path, other);
  release();
  expect(readFileSync(path, "utf8")).toBe(other);
});

test.runIf(existsSync("/proc/self/stat"))(
  "a live process that reuses the dead holder's pid does not count as the holder",
  () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: "1" }));
    lockDataFolder(folder)();
  },
);

test("an empty lock file is respected while it is new, and reclaimed when it is old", () => {
  writeFileSync(path, "");
  expect(() => lockDataFolder(folder)).toThrow("in use");
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path, longAgo, longAgo);
  lockDataFolder(folder)();
});

test("exactly one of several processes reclaims the lock of a killed one", async () => {
  const killedHolder = startHolder();
  expect(await readFirstLine(killedHolder)).toBe("locked");
  killedHolder.kill("SIGKILL");
  await once(killedHolder, "exit");
  expect(existsSync(path)).toBe(true);

  const competitors = Array.from({ length: 4 }, startHolder);
  const lines = await Promise.all(competitors.map(readFirstLine));
  expect(lines.filter((line) => line === "locked")).toHaveLength(1);
  await Promise.all(competitors.map(endAndWait));
}, 30_000);

function startHolder(): ChildProcess {
  const script = fileURLToPath(new URL("./holdLock.ts", import.meta.url));
  return spawn(process.execPath, [script, folder], { stdio: ["pipe", "pipe", "inherit"] });
}

async function readFirstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the child has no output");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return String(line);
}

async function endAndWait(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, "exit");
}
