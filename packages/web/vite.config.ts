import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

export default defineConfig({
  plugins: [react(), precompress()],
  // Modules, because a worker too loads code when it first needs it.
  worker: { format: "es" },
  // The server puts a fresh nonce in the place of this word each time it serves the page.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2023",
    // scripts/buildWeb.ts empties it, but for the drawing frame, which is built by itself.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    // An asset inside a style would be a data: address, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs is one file. Cut wherever a later part shares something with it, it was a tenth larger.
            { name: "first", tags: ["$initial"] },
            // The icons of what comes later are another: else each that two parts share would be a request of its own.
            { name: "icons", test: /[\\/]@tabler[\\/]icons-react[\\/]/ },
          ],
        },
      },
    },
  },
});
