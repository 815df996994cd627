import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { loadProductName } from "../../modules/appearance/service.ts";
import { drawingFolder, registerDrawingPage } from "./drawingPage.ts";
import { registerPageStyles } from "./pageStyles.ts";
import { registerPreviewPage } from "./previewPage.ts";

const oneYearSeconds = 31_536_000;

/**
 * Serves the web app: the page `/` and its built files. `/` is the only page; the fragment, which browsers do not send,
 * determines what it shows. `webRoot` is the folder of the built web app.
 */
export async function registerPageRoutes(app: FastifyInstance, platform: Platform, webRoot: string): Promise<void> {
  const { config, blobs } = platform;
  const template = await readFile(join(webRoot, "index.html"), "utf8").catch(() => null);
  await registerPageStyles(app, webRoot);

  app.get("/", async (_request, reply) => {
    if (template === null) {
      throw new AppError("unavailable", {
        userMessage: "The web app has not been built. Run `npm start` to build it.",
      });
    }
    const productName = await loadProductName(platform);
    const nonce = randomBytes(16).toString("base64");
    void reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      // The page sees when the window closes in which a person connects an account of another provider.
      .header("cross-origin-opener-policy", "same-origin-allow-popups")
      .header(
        "content-security-policy",
        buildContentSecurityPolicy({ chatEndpoint: config.chatEndpoint, blobOrigins: blobs.origins }, nonce),
      );
    return template
      .replaceAll("__CSP_NONCE__", nonce)
      .replaceAll("__DEFAULT_THEME__", config.defaultTheme)
      .replaceAll("__PRODUCT_NAME__", () => escapeHtml(productName));
  });

  if (template === null) return;
  await registerDrawingPage(app, webRoot);
  await registerPreviewPage(app, webRoot);
  const drawingFolderPath = join(webRoot, drawingFolder, sep);
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    // Registers one route per file, so that the server rejects other paths without accessing the disk.
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/index.html", "**/*.br", "**/*.gz"],
    setHeaders(reply, path) {
      const isHashed = path.includes("/assets/");
      // The drawing frame's origin is opaque, so even its own scripts are cross-origin. They contain nothing secret.
      if (path.startsWith(drawingFolderPath)) {
        void reply.headers({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
      }
      // A worker has the policy of its script's response. It may load further modules; the output transformers' worker
      // also runs WebAssembly.
      const scriptSources = path.includes("/transformWorker-") ? "'self' 'wasm-unsafe-eval'" : "'self'";
      void reply.header(
        "content-security-policy",
        `default-src 'none'; script-src ${scriptSources}; frame-ancestors 'none'`,
      );
      void reply.header("cache-control", isHashed ? `public, max-age=${oneYearSeconds}, immutable` : "no-cache");
    },
  });
}

interface AllowedOrigins {
  chatEndpoint: string;
  /** Origins of a blob store with which browsers exchange files directly. */
  blobOrigins: readonly string[];
}

/** Builds the page's policy, which allows this origin and the configured origins of the chat and the blob store. */
export function buildContentSecurityPolicy({ chatEndpoint, blobOrigins }: AllowedOrigins, nonce: string): string {
  const chatOrigin = URL.canParse(chatEndpoint) ? ` ${new URL(chatEndpoint).origin}` : "";
  const blobSources = blobOrigins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${blobSources}`,
    "font-src 'self'",
    `connect-src 'self'${chatOrigin}${blobSources}`,
    "worker-src 'self'",
    // The frames that draw diagrams and run artifacts. The rule also applies if the frame navigates.
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
