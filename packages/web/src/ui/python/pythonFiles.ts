import * as z from "zod/mini";
import type { PythonLock } from "./pythonMessages.ts";

const filesSchema = z.object({
  worker: z.string(),
  wasm: z.string(),
  library: z.string(),
  info: z.object({ arch: z.string(), abi_version: z.string(), platform: z.string(), python: z.string() }),
});

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  file_name: z.string(),
  install_dir: z.string(),
  sha256: z.string(),
  package_type: z.string(),
  imports: z.array(z.string()),
  depends: z.array(z.string()),
  unvendored_tests: z.boolean(),
});
const packagesSchema = z.object({ packages: z.record(z.string(), packageSchema) });

export interface PythonFiles {
  script: string;
  wasm: ArrayBuffer;
  library: ArrayBuffer;
  lock: PythonLock;
}

/**
 * Loads the interpreter and the list of packages of this server. The page loads them, because the frame has no network and
 * browsers cache nothing for an opaque origin. Rejects without a connection.
 */
export async function loadPythonFiles(signal: AbortSignal): Promise<PythonFiles> {
  const [files, { packages }] = await Promise.all([
    fetchJson("/python/files.json", filesSchema, signal),
    fetchJson("/python/packages.json", packagesSchema, signal),
  ]);
  const load = (name: string) => fetchFile(`/python/${name}`, { signal });
  const [script, wasm, library] = await Promise.all([
    load(files.worker).then((response) => response.text()),
    load(files.wasm).then((response) => response.arrayBuffer()),
    load(files.library).then((response) => response.arrayBuffer()),
  ]);
  return { script, wasm, library, lock: { info: files.info, packages } };
}

/**
 * Loads the file of a package, and checks it against the lock file; null if the list does not have it or it cannot be
 * loaded. `fileName` is what the untrusted frame asks for.
 */
export async function loadPackageFile(
  fileName: string,
  { packages }: PythonLock,
  signal: AbortSignal,
): Promise<ArrayBuffer | null> {
  const entry = Object.values(packages).find(({ file_name }) => file_name === fileName);
  if (!entry) return null;
  const integrity = `sha256-${btoa(String.fromCharCode(...hexToBytes(entry.sha256)))}`;
  const url = `/python/packages/${entry.sha256}/${encodeURIComponent(fileName)}`;
  try {
    const response = await fetchFile(url, { signal, integrity });
    return await response.arrayBuffer();
  } catch {
    return null;
  }
}

async function fetchJson<Schema extends z.ZodMiniType>(
  url: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema>> {
  const response = await fetchFile(url, { signal });
  return z.parse(schema, await response.json());
}

async function fetchFile(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

const hexToBytes = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
