import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createLogger, defineConfig, type Plugin } from "vite";
import { precompress } from "./precompress.ts";

const sourceFolder = join(import.meta.dirname, "src/python");
const filesModule = "files";

/**
 * Builds what the frame that runs Python needs (src/python): its script, which the server puts into the frame's page, the
 * script of its worker, and Pyodide's interpreter and library. The app loads these files and posts them to the frame.
 */
export default defineConfig({
  root: sourceFolder,
  base: "/python/",
  publicDir: false,
  // There are warnings of code in Pyodide that is for Node.js, or for extensions that contain JavaScript.
  customLogger: createLogger("error"),
  plugins: [listFiles(), precompress()],
  worker: {
    // Use a classic script: a worker with an opaque origin cannot load modules.
    format: "iife",
    rolldownOptions: { output: { entryFileNames: "assets/[name]-[hash].js" } },
  },
  build: {
    outDir: join(import.meta.dirname, "dist/python"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { frame: join(sourceFolder, "frame.ts"), [filesModule]: filesModule },
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "[name].js" },
    },
  },
});

/** Writes `files.json`, which names the files that the app loads, and says which packages fit (`info`). */
function listFiles(): Plugin {
  // Vite adds files to the bundle for modules that import them. Pyodide itself names its interpreter.
  const imports = [`${join(sourceFolder, "worker.ts")}?worker&url`, "pyodide/python_stdlib.zip?url"];
  const lockPath = createRequire(import.meta.url).resolve("pyodide/pyodide-lock.json");
  return {
    name: "list-files",
    resolveId: (id) => (id === filesModule ? `\0${filesModule}` : null),
    load: (id) =>
      id === `\0${filesModule}`
        ? imports.map((name, index) => `export { default as file${index} } from ${JSON.stringify(name)};`).join("\n")
        : null,
    writeBundle({ dir = "" }, bundle) {
      const find = (pattern: RegExp) => {
        const name = Object.keys(bundle).find((fileName) => pattern.test(fileName));
        return name ?? this.error(`No file matches ${pattern}`);
      };
      const files = { worker: find(/worker-.*\.js$/), wasm: find(/\.wasm$/), library: find(/python_stdlib-.*\.zip$/) };
      const { info } = JSON.parse(readFileSync(lockPath, "utf8"));
      writeFileSync(join(dir, "files.json"), JSON.stringify({ ...files, info }));
      rmSync(join(dir, `${filesModule}.js`));
    },
  };
}
