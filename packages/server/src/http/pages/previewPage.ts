import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Folder of the preview's built files, in the web app's folder and in URLs. */
export const previewFolder = "preview";

/**
 * Serves the page of the frame that runs artifacts. Its origin is opaque, and its policy allows no network at all: the
 * frame's own script is part of the page and allowed by its hash, and all other code arrives through a port and runs
 * from blobs. `webRoot` is the folder of the built web app.
 */
export async function registerPreviewPage(app: FastifyInstance, webRoot: string): Promise<void> {
  const script = await readFile(join(webRoot, previewFolder, "frame.js"), "utf8").catch(() => null);
  if (script === null) return;
  if (/<\/script|<!--/i.test(script)) throw new Error("frame.js cannot be part of a page");
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><link rel="icon" href="data:,"><style>:root{color-scheme:light;background:#fff}</style></head><body><script type="module">${script}</script></body></html>`;
  const policy = buildPreviewPolicy(createHash("sha256").update(script).digest("base64"));
  app.get("/preview.html", async (_request, reply) =>
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

function buildPreviewPolicy(scriptHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' blob:`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "font-src data:",
    "media-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts allow-forms",
  ].join("; ");
}
