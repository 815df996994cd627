import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Writes `.br` and `.gz` files next to every asset, except index.html, which the server modifies for each request. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      // After a failed build the folder does not exist; do not hide the original error.
      if (error) return;
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
      // Files of the drawing frame, which is built into the same folder, are already compressed.
      const compressed = new Set(files.filter((path) => path.endsWith(".br")).map((path) => path.slice(0, -3)));
      const remaining = files.filter((path) => /\.(js|css|svg|json|wasm)$/.test(path) && !compressed.has(path));
      await Promise.all(remaining.map(compressFile));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
