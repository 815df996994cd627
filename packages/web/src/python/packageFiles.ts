import type { PythonReply } from "../ui/python/pythonMessages.ts";

/** Pyodide combines it with the names of files. Nothing is loaded from there. */
export const filesUrl = "https://python.invalid/";

const waiting = new Map<string, (bytes: ArrayBuffer | null) => void>();

/** Hands a file to the call of `fetch` that waits for it. */
export function receiveFile(fileName: string, bytes: ArrayBuffer | null): void {
  waiting.get(fileName)?.(bytes);
  waiting.delete(fileName);
}

/**
 * Calls `load` with a `fetch` that gives Pyodide its files, because this worker has no network: those of `files`, and all
 * others from the page, which checks them against the lock file.
 */
export async function withFiles<Value>(
  files: Readonly<Record<string, ArrayBuffer>>,
  send: (reply: PythonReply) => void,
  load: () => Promise<Value>,
): Promise<Value> {
  const { fetch } = globalThis;
  globalThis.fetch = async (url) => {
    const fileName = String(url).slice(filesUrl.length);
    const bytes = files[fileName] ?? (await requestFile(fileName, send));
    if (!bytes) return new Response(null, { status: 404 });
    const type = fileName.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(bytes, { headers: { "content-type": type } });
  };
  try {
    return await load();
  } finally {
    globalThis.fetch = fetch;
  }
}

function requestFile(fileName: string, send: (reply: PythonReply) => void): Promise<ArrayBuffer | null> {
  return new Promise((resolve) => {
    waiting.set(fileName, resolve);
    send({ type: "need", fileName });
  });
}
