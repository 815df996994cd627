import { enableCompileCache } from "node:module";
import { buildWeb } from "./buildWeb.ts";

enableCompileCache();
try {
  buildWeb();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
// npm and its shell do not pass SIGTERM on, so a change of the parent process means that npm was ended.
const { ppid } = process;
if (process.env.npm_lifecycle_event === "start") {
  const parentCheckTimer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(parentCheckTimer);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
await import("../packages/server/src/main.ts");
