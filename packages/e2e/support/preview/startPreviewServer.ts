import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import react from "@vitejs/plugin-react";
import Fastify from "fastify";
import { build } from "vite";
import { buildContentSecurityPolicy } from "../../../server/src/http/pages/pageRoutes.ts";
import { registerPreviewPage } from "../../../server/src/http/pages/previewPage.ts";
import { compileTexts, textMacros } from "../../../web/textPlugins.ts";

export interface PreviewServer {
  /** The origin. `/` is a page with `showArtifacts`. */
  url: string;
  close(): Promise<void>;
}

const webFolder = join(import.meta.dirname, "../../../web");

/** Starts a server for a page that shows only previews, with the policies and the frame of the app. */
export async function startPreviewServer(): Promise<PreviewServer> {
  const pageFolder = await mkdtemp(join(tmpdir(), "lectern-preview-"));
  await buildPage(pageFolder);
  const app = Fastify();
  const template = await readFile(join(pageFolder, "index.html"), "utf8");
  const policy = buildContentSecurityPolicy({ chatEndpoint: "/chat", blobOrigins: [] }, nonce);
  app.get("/", async (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .send(template.replaceAll("__CSP_NONCE__", nonce).replaceAll("__DEFAULT_THEME__", "dark")),
  );
  const distFolder = join(webFolder, "dist");
  await registerPreviewPage(app, distFolder);
  for (const [root, prefix] of [
    [pageFolder, "/"],
    [join(distFolder, "preview"), "/preview/"],
  ] as const) {
    await app.register(fastifyStatic, {
      root,
      prefix,
      index: false,
      wildcard: false,
      decorateReply: false,
      preCompressed: true,
      globIgnore: ["**/index.html", "**/*.br", "**/*.gz"],
      setHeaders: (reply) =>
        void reply.header("content-security-policy", "default-src 'none'; script-src 'self'; frame-ancestors 'none'"),
    });
  }
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    async close() {
      await app.close();
      await rm(pageFolder, { recursive: true, force: true });
    },
  };
}

const nonce = "preview";

const buildPage = (outDir: string) =>
  build({
    configFile: false,
    logLevel: "error",
    root: join(webFolder, "src/testing/previewPage"),
    cacheDir: join(outDir, ".vite"),
    plugins: [textMacros(), compileTexts(), react()],
    worker: { format: "es", plugins: () => [textMacros(), compileTexts()] },
    html: { cspNonce: "__CSP_NONCE__" },
    build: { outDir, emptyOutDir: false, target: "es2023", modulePreload: false, assetsInlineLimit: 0 },
  });
