import { spawnSync } from "node:child_process";
import dns, { lookup } from "node:dns";
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { restrictProcess } from "../../sandboxedProcess/child/restrictProcess.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { ocrWorkerPath } from "../child/ocrWorkerPath.ts";

// A reader process that attempts what a malicious document could make it do, and reports the results in the message of
// an error.
process.once("message", (task: { folder: string }) => {
  restrictProcess();
  restrictThreads(ocrWorkerPath);
  const results = [
    Object.keys(process.env).filter((name) => name !== "NODE_CHANNEL_FD" && name !== "NODE_CHANNEL_SERIALIZATION_MODE")
      .length === 0
      ? "no environment"
      : "environment",
    describeAttempt("read", () => readFileSync("/etc/passwd")),
    describeAttempt("write", () => writeFileSync(`${task.folder}/../written`, "x")),
    describeAttempt("run", () => spawnSync("/bin/true")),
    describeAttempt("connect", () => net.connect(1, "127.0.0.1")),
    describeAttempt("listen", () => net.createServer().listen(0, "127.0.0.1")),
    describeAttempt("listen without an address", () =>
      Reflect.get(net.Server.prototype, "_listen2").call(net.createServer(), "127.0.0.1", 0, 4, 1),
    ),
    describeAttempt("fetch", () => void fetch("http://127.0.0.1:1").catch(() => undefined)),
    describeAttempt("resolve a name", () => lookup("localhost", () => undefined)),
    describeAttempt("resolve a name later", () => void dns.promises.resolve4("localhost").catch(() => undefined)),
    describeAttempt("ask a name server", () => new dns.Resolver().resolve4("localhost", () => undefined)),
    describeAttempt("signal the server", () => process.kill(process.ppid, 0)),
    describeAttempt("debug a process", () => openDebugger(process.pid)),
    describeAttempt("slow the server down", () => os.setPriority(process.ppid, os.getPriority(process.ppid))),
    describeAttempt("load native code", () => loadCopiedAddon(task.folder)),
    describeAttempt("start a thread", () => new Worker("", { eval: true, execArgv: [] })),
    describeAttempt("start another thread than the allowed one", () => startOtherThread()),
    describeAttempt("open a database", () => process.getBuiltinModule("node:sqlite").DatabaseSync),
  ];
  const error = { name: "Error", code: null, locations: [] };
  process.send?.({ type: "failed", failure: "damaged", userMessage: results.join(", "), canRetry: false, error });
});
process.send?.({ type: "ready" });

function describeAttempt(name: string, attempt: () => unknown): string {
  try {
    attempt();
    return `could ${name}`;
  } catch {
    return `no ${name}`;
  }
}

/** Takes the class of threads from the one that this process may start. */
function startOtherThread(): void {
  const allowedThread = new Worker(ocrWorkerPath);
  void allowedThread.terminate();
  Reflect.construct(allowedThread.constructor, ["", { eval: true, execArgv: [] }]);
}

/** Copies an installed addon to the process's own folder and loads it there. */
function loadCopiedAddon(folder: string): void {
  const packagesFolder = fileURLToPath(new URL("../../../../../../node_modules/@napi-rs/", import.meta.url));
  const [addon = ""] = globSync("canvas-*/*.node", { cwd: packagesFolder });
  const copy = join(folder, "copy.node");
  copyFileSync(join(packagesFolder, addon), copy);
  process.dlopen({ exports: {} }, copy);
}

/** Sends the signal that opens a debugger. The target must be this process: -1 would signal every process. */
function openDebugger(pid: number): void {
  const debugProcess: unknown = Reflect.get(process, "_debugProcess");
  if (typeof debugProcess === "function") debugProcess(pid);
}
