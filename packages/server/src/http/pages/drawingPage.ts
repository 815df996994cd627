import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Folder of the frame's built files, in the web app's folder and in URLs. */
export const drawingFolder = "drawing";

/**
 * Serves the page of the frame that draws diagrams and charts. Its origin is opaque, so a drawing library that a model
 * manipulates cannot reach cookies, storage or the surrounding page. Its policy also blocks the network, except for
 * scripts from this server, and allows inline styles, because mermaid's diagrams need them. `webRoot` is the folder of
 * the built web app.
 */
export async function registerDrawingPage(app: FastifyInstance, webRoot: string): Promise<void> {
  const page = await readFile(join(webRoot, drawingFolder, "index.html"), "utf8").catch(() => null);
  if (page === null) return;
  app.get("/drawing.html", async (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("x-frame-options", "SAMEORIGIN")
      .header("content-security-policy", drawingPolicy)
      .send(page),
  );
}

const drawingPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  // The worker that draws charts starts from a blob, because an opaque origin cannot start a worker from a URL.
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");
