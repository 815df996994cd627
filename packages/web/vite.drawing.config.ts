import { join } from "node:path";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

/**
 * The frame in which diagrams and charts are drawn (src/drawing): a page of its own that shares no file with the app, so that none of the
 * app runs in the frame and none of its libraries in the app.
 */
export default defineConfig({
  root: join(import.meta.dirname, "src/drawing"),
  base: "/drawing/",
  publicDir: false,
  plugins: [precompress()],
  // One classic script: a worker of an opaque origin takes no modules.
  worker: { format: "iife" },
  build: {
    outDir: join(import.meta.dirname, "dist/drawing"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4_000,
  },
});
