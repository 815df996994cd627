import { afterEach, expect, test, vi } from "vitest";
import { openPython } from "./openPython.ts";
import { type PythonReply, type PythonRequest, pythonLimits } from "./pythonMessages.ts";

afterEach(() => vi.useRealTimers());

/** Opens an interpreter whose processes are driven by the test. */
function setUp() {
  const processes: { requests: PythonRequest[]; reply: (reply: PythonReply) => void; isClosed: boolean }[] = [];
  const python = openPython((reply) => {
    const process = { requests: [] as PythonRequest[], reply, isClosed: false };
    processes.push(process);
    return {
      send: (request) => void process.requests.push(request),
      close: () => {
        process.isClosed = true;
      },
    };
  });
  const stopping = new AbortController();
  const options = { signal: stopping.signal, timeoutMs: 1_000 };
  return { python, processes, options, stop: () => stopping.abort() };
}

/** Waits until the request of a run has been sent, and returns its process. */
async function whenSent<Process>(processes: readonly Process[], count = 1): Promise<Process> {
  await vi.waitFor(() => expect(processes).toHaveLength(count));
  const process = processes.at(-1);
  if (!process) throw new Error("no process");
  return process;
}

const createResult = (fields: Partial<Extract<PythonReply, { type: "result" }>> = {}): PythonReply => ({
  type: "result",
  id: 1,
  value: null,
  error: null,
  files: [],
  ...fields,
});

test("runs are one after the other in one process, and have their own output", async () => {
  const { python, processes, options } = setUp();
  const first = python.run("a", options);
  const second = python.run("b", options);
  const process = await whenSent(processes);
  process.reply({ type: "output", id: 1, stream: "stdout", text: "one" });
  expect(process.requests).toEqual([{ type: "run", id: 1, code: "a" }]);
  process.reply(createResult({ value: "1" }));
  expect(await first).toMatchObject({ status: "done", stdout: "one", value: "1" });
  await vi.waitFor(() => expect(process.requests).toHaveLength(2));
  process.reply({ type: "output", id: 1, stream: "stdout", text: "late" });
  process.reply(createResult({ id: 2, error: "Traceback" }));
  expect(await second).toMatchObject({ status: "failed", stdout: "", error: "Traceback" });
});

test("a stop ends the process, keeps the output, and the next run has a new process and id", async () => {
  const { python, processes, options, stop } = setUp();
  const firstId = python.id;
  const first = python.run("a", options);
  const process = await whenSent(processes);
  process.reply({ type: "output", id: 1, stream: "stdout", text: "begun" });
  stop();
  expect(await first).toMatchObject({ status: "stopped", stdout: "begun" });
  expect(process.isClosed).toBe(true);
  expect(python.id).not.toBe(firstId);
  void python.run("b", { ...options, signal: new AbortController().signal });
  expect((await whenSent(processes, 2)).requests).toHaveLength(1);
});

test("the time limit begins when the code does, and a frame cannot begin it again", async () => {
  vi.useFakeTimers();
  const { python, processes, options } = setUp();
  const run = python.run("a", options);
  await vi.advanceTimersByTimeAsync(10_000);
  const process = await whenSent(processes);
  process.reply({ type: "running", id: 1 });
  await vi.advanceTimersByTimeAsync(900);
  process.reply({ type: "running", id: 1 });
  await vi.advanceTimersByTimeAsync(100);
  expect(await run).toMatchObject({ status: "timeout" });
});

test("output beyond the limit is dropped, and a flood of messages ends the process", async () => {
  const { python, processes, options } = setUp();
  const run = python.run("a", options);
  const process = await whenSent(processes);
  const text = "x".repeat(pythonLimits.outputLength);
  process.reply({ type: "output", id: 1, stream: "stdout", text });
  process.reply({ type: "output", id: 1, stream: "stderr", text });
  for (let count = 0; count < 20_000; count += 1) process.reply({ type: "output", id: 1, stream: "stdout", text: "x" });
  const result = await run;
  expect(result).toMatchObject({ status: "crashed", stderr: "" });
  expect(result.stdout).toHaveLength(pythonLimits.outputLength);
});

test("a flood of messages between runs ends the process, too", async () => {
  const { python, processes, options } = setUp();
  const run = python.run("a", options);
  const process = await whenSent(processes);
  process.reply(createResult({ value: "1" }));
  await run;
  for (let count = 0; count < 20_000; count += 1) process.reply({ type: "need", fileName: "a.whl" });
  expect(process.isClosed).toBe(true);
});

test("names of files lose paths and hidden characters, and are unique", async () => {
  const { python, processes, options } = setUp();
  const run = python.run("a", options);
  const bytes = new ArrayBuffer(1);
  const names = ["../a.csv", "b/a.csv", ".hidden.png", "\u202egnp.exe", "/"];
  (await whenSent(processes)).reply(createResult({ files: names.map((name) => ({ name, bytes })) }));
  const { files } = await run;
  expect(files.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "a.csv text/csv",
    "a-2.csv text/csv",
    "hidden.png image/png",
    "gnp.exe application/octet-stream",
    "file application/octet-stream",
  ]);
});

test("files are written in order before a run, without their paths, and too large ones are refused", async () => {
  const { python, processes, options } = setUp();
  await python.writeFile("../lakes.csv", new Uint8Array([1, 2]));
  void python.run("a", options);
  const process = await whenSent(processes);
  await vi.waitFor(() => expect(process.requests.map(({ type }) => type)).toEqual(["write", "run"]));
  expect(process.requests[0]).toMatchObject({ name: "lakes.csv" });
  const large = { byteLength: pythonLimits.fileBytes + 1 } as Uint8Array;
  await expect(python.writeFile("large.bin", large)).rejects.toThrow("too large");
});

test.each(["unavailable", "crashed"] as const)("a process that is %s is replaced by the next run", async (type) => {
  const { python, processes, options } = setUp();
  await python.writeFile("a", new Uint8Array());
  processes[0]?.reply({ type });
  const run = python.run("a", options);
  (await whenSent(processes, 2)).reply({ type });
  expect(await run).toMatchObject({ status: type });
  expect(processes.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test("closing ends the run, and a closed interpreter runs nothing", async () => {
  const { python, processes, options } = setUp();
  const run = python.run("a", options);
  const process = await whenSent(processes);
  python.close();
  expect(await run).toMatchObject({ status: "stopped" });
  expect(process.isClosed).toBe(true);
  expect(await python.run("b", options)).toMatchObject({ status: "stopped" });
  expect(processes).toHaveLength(1);
});
