import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { Worker } from "node:worker_threads";
import { disableNetwork } from "../../sandboxedProcess/child/disableNetwork.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { ocrWorkerPath } from "../child/ocrWorkerPath.ts";

// A reader process that attempts what a malicious document could make it do, and reports the results in the message of
// an error.
process.once("message", (task: { folder: string }) => {
  disableNetwork();
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
    describeAttempt("start a thread", () => new Worker("", { eval: true, execArgv: [] })),
    describeAttempt("open a database", () => process.getBuiltinModule("node:sqlite").DatabaseSync),
  ];
  process.send?.({ type: "failed", failure: "damaged", userMessage: results.join(", "), canRetry: false, detail: "" });
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
