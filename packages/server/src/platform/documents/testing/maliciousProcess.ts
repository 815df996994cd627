import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { Worker } from "node:worker_threads";
import { disableNetwork } from "../../sandboxedProcess/child/disableNetwork.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { ocrWorkerPath } from "../child/ocrWorkerPath.ts";

// A reader process that attempts what a malicious document could make it do, and reports the results as an error
// message.
process.once("message", (task: { folder: string }) => {
  disableNetwork();
  restrictThreads(ocrWorkerPath);
  const results = [
    Object.keys(process.env).filter((name) => name !== "NODE_CHANNEL_FD" && name !== "NODE_CHANNEL_SERIALIZATION_MODE")
      .length === 0
      ? "no environment"
      : "environment",
    outcome("read", () => readFileSync("/etc/passwd")),
    outcome("write", () => writeFileSync(`${task.folder}/../written`, "x")),
    outcome("run", () => spawnSync("/bin/true")),
    outcome("connect", () => net.connect(1, "127.0.0.1")),
    outcome("listen", () => net.createServer().listen(0, "127.0.0.1")),
    outcome("start a thread", () => new Worker("", { eval: true, execArgv: [] })),
    outcome("open a database", () => process.getBuiltinModule("node:sqlite").DatabaseSync),
  ];
  process.send?.({ type: "failed", failure: "damaged", userMessage: results.join(", "), canRetry: false, detail: "" });
});
process.send?.({ type: "ready" });

function outcome(name: string, attempt: () => unknown): string {
  try {
    attempt();
    return `could ${name}`;
  } catch {
    return `no ${name}`;
  }
}
