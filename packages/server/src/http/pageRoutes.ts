import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { drawingFolder, registerDrawingPage } from "./drawingPage.ts";

const oneYearSeconds = 31_536_000;

/**
 * The web app: `/` and the built files beside it. Only `/` is a page; what is open stands in the fragment, which no server sees.
 * `webRoot`: the folder that Vite wrote.
 */
export async function registerPageRoutes(app: FastifyInstance, platform: Platform, webRoot: string): Promise<void> {
  const { config, blobs } = platform;
  const template = await readFile(join(webRoot, "index.html"), "utf8").catch(() => null);

  app.get("/", async (_request, reply) => {
    if (template === null) {
      throw new AppError("unavailable", {
        userMessage: "The web app has not been built. Run `npm start`, which builds it.",
      });
    }
    const nonce = randomBytes(16).toString("base64");
    void reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header(
        "content-security-policy",
        contentSecurityPolicy({ chatEndpoint: config.chatEndpoint, blobOrigins: blobs.origins }, nonce),
      );
    return template
      .replaceAll("__CSP_NONCE__", nonce)
      .replaceAll("__PRODUCT_NAME__", () => escapeHtml(config.productName));
  });

  if (template === null) return;
  await registerDrawingPage(app, webRoot);
  const drawingFiles = join(webRoot, drawingFolder, sep);
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    // One route a file: a path that is not a built file is 404 without touching the disk.
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/index.html", "**/*.br", "**/*.gz"],
    setHeaders(reply, path) {
      const isHashed = path.includes("/assets/");
      // The frame has an opaque origin, to which even its own scripts are another's. They are nobody's secret.
      if (path.startsWith(drawingFiles)) {
        void reply.headers({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
      }
      // A worker is bound by the policy of its own script, and loads further modules. That of the output transformers runs their machine.
      const scripts = path.includes("/transformWorker-") ? "'self' 'wasm-unsafe-eval'" : "'self'";
      void reply.header("content-security-policy", `default-src 'none'; script-src ${scripts}; frame-ancestors 'none'`);
      void reply.header("cache-control", isHashed ? `public, max-age=${oneYearSeconds}, immutable` : "no-cache");
    },
  });
}

interface OtherOrigins {
  chatEndpoint: string;
  /** Where browsers send files and get them from by themselves. */
  blobOrigins: readonly string[];
}

/** What the page may load and call: this origin, and those of the chat and of files where the configuration puts them elsewhere. */
export function contentSecurityPolicy({ chatEndpoint, blobOrigins }: OtherOrigins, nonce: string): string {
  const chatOrigin = URL.canParse(chatEndpoint) ? ` ${new URL(chatEndpoint).origin}` : "";
  const files = blobOrigins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${files}`,
    "font-src 'self'",
    `connect-src 'self'${chatOrigin}${files}`,
    "worker-src 'self'",
    // The frame in which diagrams are drawn; wherever it would lead itself, this policy holds.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
