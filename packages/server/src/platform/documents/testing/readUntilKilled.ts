import { fileURLToPath } from "node:url";
import { createLog } from "../../log.ts";
import { readInSandbox } from "../readInSandbox.ts";

// A server of readInSandbox.test.ts: it begins a read that never ends, says which process reads, and waits to be
// killed.
const [folder = ""] = process.argv.slice(2);
const log = createLog("silent");
await readInSandbox(
  {
    path: import.meta.filename,
    name: "x.txt",
    kind: null,
    folder,
    memoryBytes: 1e9,
    timeoutMs: 600_000,
    ocrLanguages: null,
  },
  {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onFailure: (what) => log.info(what),
    program: fileURLToPath(new URL("./orphanProcess.ts", import.meta.url)),
  },
);
