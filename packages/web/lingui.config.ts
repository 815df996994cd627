import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";

/** The catalogues of texts: one file for each language. `npm run texts` adds and removes messages. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [{ path: "<rootDir>/locales/{locale}", include: ["<rootDir>/src"], exclude: ["**/*.test.*"] }],
  orderBy: "origin",
  // Line numbers would change with every edit of the code.
  format: formatter({ lineNumbers: false }),
  extractors: [createSwcExtractor()],
});
