import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Folder of the built files, in the web app's folder and in URLs. */
export const pythonFolder = "python";

/**
 * Serves the page of the frame that runs Python. Its origin is opaque, and its policy allows no network at all: the frame's
 * own script is part of the page and allowed by its hash, and the interpreter arrives through a port. Its worker has the
 * same policy, and all that Python can do with JavaScript, too. `webRoot` is the folder of the built web app.
 */
export async function registerPythonPage(app: FastifyInstance, webRoot: string): Promise<void> {
  const script = await readFile(join(webRoot, pythonFolder, "frame.js"), "utf8").catch(() => null);
  if (script === null) return;
  if (/<\/script|<!--/i.test(script)) throw new Error("frame.js cannot be part of a page");
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Python</title></head><body><script type="module">${script}</script></body></html>`;
  const policy = buildPythonPolicy(createHash("sha256").update(script).digest("base64"));
  app.get("/python.html", async (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("x-frame-options", "SAMEORIGIN")
      .header("content-security-policy", policy)
      // Chromium enforces this list for all connections, including those that a policy does not cover.
      .header("connection-allowlist", "()")
      .header("x-dns-prefetch-control", "off")
      .send(page),
  );
}

function buildPythonPolicy(scriptHash: string): string {
  return [
    "default-src 'none'",
    // Blobs are the scripts that the frame itself creates. The interpreter is WebAssembly, and needs no `eval`.
    `script-src 'sha256-${scriptHash}' blob: 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ].join("; ");
}
