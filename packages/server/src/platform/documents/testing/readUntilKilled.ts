import { fileURLToPath } from "node:url";
import { createLog } from "../../log.ts";
import { readInSandbox } from "../readInSandbox.ts";

// Stands in for the server in readInSandbox.test.ts: it starts a read that never ends and waits to be killed.
const [folder = ""] = process.argv.slice(2);
const log = createLog("silent");
await readInSandbox(
  {
    path: import.meta.filename,
    name: "x.txt",
    kind: null,
    folder,
    memoryBytes: 1e9,
    maxMemoryBytes: 1e9,
    timeoutMs: 600_000,
    encoding: null,
    ocrLanguages: null,
  },
  {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onFailure: (details) => log.info(details),
    program: fileURLToPath(new URL("./orphanProcess.ts", import.meta.url)),
  },
);
