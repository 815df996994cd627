import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Where the built files of the frame stand, in the web app's folder and in addresses. */
export const drawingFolder = "drawing";

/**
 * The page of the frame in which diagrams and charts are drawn. Whatever a model makes a drawing library do happens in an opaque origin:
 * no cookies, no storage, no page around it, no network. Styles may be inline, because mermaid's pictures are made of them; scripts come
 * from this server's own files only. `webRoot`: the folder that Vite wrote.
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
  // The worker that draws charts begins with a line of text: an opaque origin may start none from an address.
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");
