import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ReadTask } from "./childMessages.ts";
import { DocumentReadError } from "./documentReader.ts";
import { type ReadInSandboxOptions, readInSandbox } from "./readInSandbox.ts";

const folder = await mkdtemp(join(tmpdir(), "lectern-child-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const getProgramPath = (name: string) => fileURLToPath(new URL(`./testing/${name}.ts`, import.meta.url));

async function readWithProgram(
  program: string | undefined,
  overrides: Partial<ReadTask> = {},
  options: Partial<ReadInSandboxOptions> = {},
) {
  const path = join(folder, "original.txt");
  await writeFile(path, "Some words to be read.");
  const readFolder = await mkdtemp(join(folder, "read-"));
  const task = {
    path,
    name: "original.txt",
    kind: "text",
    folder: readFolder,
    memoryBytes: 1e9,
    maxMemoryBytes: 1e9,
    timeoutMs: 40_000,
    encoding: null,
    ocrLanguages: null,
  };
  return readInSandbox(
    { ...task, ...overrides },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onFailure: () => undefined,
      ...options,
      ...(program === undefined ? {} : { program: getProgramPath(program) }),
    },
  );
}

async function failureOf(result: Promise<unknown>): Promise<DocumentReadError> {
  const error = await result.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof DocumentReadError) return error;
  throw error ?? new Error("the read succeeded");
}

describe("the reader process", () => {
  test("returns the result of the read", async () => {
    const { kind, text } = await readWithProgram(undefined);
    expect(kind).toBe("text");
    expect(text?.totalItems).toBe(1);
  });

  test("fails with a chance to retry if it crashes", async () => {
    const failure = await failureOf(readWithProgram("crashingProcess"));
    expect(failure).toMatchObject({ failure: "crashed", canRetry: true });
    expect(failure.userMessage).toMatch(/Try again/);
  });

  test("reports where it crashed, without the text of the error", async () => {
    const failures: object[] = [];
    await failureOf(readWithProgram("quotingProcess", {}, { onFailure: (details) => failures.push(details) }));
    expect(failures).toEqual([
      {
        failure: "crashed",
        error: {
          name: "SandboxedProcessError",
          code: "EXIT_1",
          locations: [
            expect.stringMatching(/^packages\/server\/src\/platform\/documents\/testing\/quotingProcess\.ts:\d+$/),
          ],
        },
      },
    ]);
  });

  test("counts as crashed if it sends an invalid message", async () => {
    expect(await failureOf(readWithProgram("invalidMessageProcess"))).toMatchObject({ failure: "crashed" });
  });

  test("is killed at the time limit if it hangs", async () => {
    expect(await failureOf(readWithProgram("hangingProcess", { timeoutMs: 1_500 }))).toMatchObject({
      failure: "timeout",
      canRetry: true,
    });
  });

  test("is killed if it exhausts native memory, and fails with the memory limit", async () => {
    expect(await failureOf(readWithProgram("memoryExhaustingProcess", { memoryBytes: 300_000_000 }))).toMatchObject({
      failure: "memory",
      canRetry: false,
    });
  });

  test("is killed when the caller aborts, and fails with the abort reason", async () => {
    const controller = new AbortController();
    const result = readWithProgram("hangingProcess", {}, { signal: controller.signal });
    controller.abort(new Error("the file was deleted"));
    await expect(result).rejects.toThrow("the file was deleted");
  });

  test("has no environment, network, names or signals, starts and loads no programs, and accesses only its own files", async () => {
    const { userMessage } = await failureOf(readWithProgram("maliciousProcess"));
    expect(userMessage.split(", ")).toEqual([
      "no environment",
      "no read",
      "no write",
      "no run",
      "no connect",
      "no listen",
      "no listen without an address",
      "no fetch",
      "no resolve a name",
      "no resolve a name later",
      "no ask a name server",
      "no signal the server",
      "no debug a process",
      "no slow the server down",
      "no load native code",
      "no start a thread",
      "no start another thread than the allowed one",
      "no open a database",
    ]);
  });

  test("exits when the server is killed, even if its main thread is busy", async () => {
    const readFolder = await mkdtemp(join(folder, "killed-"));
    const server = fork(getProgramPath("readUntilKilled"), [readFolder], { stdio: "ignore" });
    const exitPromise = new Promise((done) => server.once("exit", done));
    await vi.waitFor(() => expect(existsSync(join(readFolder, "pid"))).toBe(true), { timeout: 30_000, interval: 50 });
    const pid = Number(await readFile(join(readFolder, "pid"), "utf8"));
    server.kill("SIGKILL");
    await exitPromise;
    await vi.waitFor(() => expect(hasExited(pid)).toBe(true), { timeout: 30_000, interval: 50 });
  });
});

/** True if the process has exited, even if it is still a zombie. */
function hasExited(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
