import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * The files that pdf.js loads by name while it reads a PDF: character maps, standard fonts, and decoders without
 * WebAssembly; with their licences.
 */
const assetPatterns: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$|^LICENSE/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /_nowasm_fallback\.js$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG)$/,
};

/** Adds pdf.js's files to `assets/pdfjs-{version}/`. The folder has the version, because browsers cache assets. */
export function pdfAssets(): Plugin {
  return {
    name: "pdf-assets",
    apply: "build",
    generateBundle() {
      const packagePath = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
      const { version } = JSON.parse(readFileSync(packagePath, "utf8"));
      for (const [folder, pattern] of Object.entries(assetPatterns)) {
        const source = join(dirname(packagePath), folder);
        for (const name of readdirSync(source).filter((name) => pattern.test(name))) {
          this.emitFile({
            type: "asset",
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(join(source, name)),
          });
        }
      }
    },
  };
}
