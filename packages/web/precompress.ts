import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/**
 * Writes `.br` and `.gz` files next to all JavaScript, CSS, SVG, JSON and wasm files. Leaves out HTML, because the
 * server modifies index.html for each request.
 */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      // After a failed build the folder may not exist, and a second error would hide the first.
      if (error) return;
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
      // The files of the frames, which are built into folders inside this one, are already compressed.
      const compressedPaths = new Set(files.filter((path) => path.endsWith(".br")).map((path) => path.slice(0, -3)));
      const remainingPaths = files.filter(
        (path) => /\.(js|css|svg|json|wasm)$/.test(path) && !compressedPaths.has(path),
      );
      await Promise.all(remainingPaths.map(compressFile));
    },
  };
}

/** The best quality takes most of a minute for 10 MB, and saves a tenth. */
const maxBestQualityBytes = 5_000_000;

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const quality = bytes.length > maxBestQualityBytes ? 9 : 11;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
