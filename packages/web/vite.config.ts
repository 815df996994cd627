import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { retryLoading } from "./loadRetry.ts";
import { pdfAssets } from "./pdfAssets.ts";
import { precompress } from "./precompress.ts";
import { stripOps } from "./stripOps.ts";
import { compileTexts, textMacros } from "./textPlugins.ts";

export default defineConfig({
  plugins: [textMacros(), compileTexts(), stripOps(), react(), retryLoading(), pdfAssets(), precompress()],
  // Use modules, because workers load code on demand too.
  worker: { format: "es", plugins: () => [textMacros(), compileTexts()] },
  // The server replaces this placeholder with a new nonce each time it serves the page.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2023",
    // scripts/buildWeb.ts empties the folder, except for the frames, which have their own builds.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    // Do not inline assets as data: URLs, which the content security policy blocks for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Put the first screen into one chunk. Several chunks with shared code would be a tenth larger in total.
            { name: "first", tags: ["$initial"] },
            // Put the icons of lazily loaded parts into one chunk. Each shared icon would otherwise be a request.
            { name: "icons", test: /[\\/]@tabler[\\/]icons-react[\\/]/ },
            // Put what the menus and the messages share into two chunks, for the same reason. The parts themselves stay apart,
            // so that the others work if one cannot be loaded.
            // With the first screen comes a switch, but not the others.
            { name: "switches", test: /[\\/]@mantine[\\/].*(?:Switch|InlineInput)/ },
            { name: "controls", test: /[\\/](?:@mantine|@floating-ui|react-remove-scroll)[\\/]/, minShareCount: 4 },
            { name: "shared", test: /[\\/]src[\\/]ui[\\/]/, minShareCount: 4 },
          ],
        },
      },
    },
  },
});
