import { join } from "node:path";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

/**
 * Builds the frame that draws diagrams and charts (src/drawing) as a separate page. The two builds have no chunk in
 * common, so that the frame loads only its own code and the app none of the frame's libraries.
 */
export default defineConfig({
  root: join(import.meta.dirname, "src/drawing"),
  base: "/drawing/",
  publicDir: false,
  plugins: [precompress()],
  // Use a classic script: a worker with an opaque origin cannot load modules.
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
