import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { pythonFolder } from "./pythonPage.ts";

const lockName = "pyodide-lock.json";

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  file_name: z.string().check(z.regex(/^[\w.+-]+$/)),
  install_dir: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  package_type: z.string(),
  imports: z.array(z.string()),
  depends: z.array(z.string()),
  unvendored_tests: z._default(z.boolean(), false),
});
type PythonPackage = z.infer<typeof packageSchema>;

const infoSchema = z.object({ info: z.object({ abi_version: z.string() }) });
const lockSchema = z.extend(infoSchema, { packages: z.record(z.string(), packageSchema) });

/**
 * Serves the packages that Python code may import: those of Pyodide's lock file in the folder `PYTHON_PACKAGES` whose
 * files are there, too. The paths have the hashes of the files, which browsers check. `webRoot` is the folder of the built
 * web app.
 */
export async function registerPythonPackages(
  app: FastifyInstance,
  { config, log }: Pick<Platform, "config" | "log">,
  webRoot: string,
): Promise<void> {
  const folder = config.pythonPackages;
  const packages = folder === null ? {} : await readPackages(folder, webRoot, log);

  app.get("/python/packages.json", async (_request, reply) => {
    void reply.header("cache-control", "no-cache");
    return { packages };
  });

  if (folder === null) return;
  const hashes = new Map(Object.values(packages).map(({ file_name, sha256 }) => [file_name, sha256]));
  app.get<{ Params: { sha256: string; name: string } }>("/python/packages/:sha256/:name", async (request, reply) => {
    const { sha256, name } = request.params;
    // Only names in the list become paths.
    if (hashes.get(name) !== sha256) throw new AppError("notFound");
    const path = join(folder, name);
    const { size } = await stat(path);
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-type", "application/octet-stream")
      .header("content-length", size)
      .send(createReadStream(path));
  });
}

/** Returns packages by their keys in the lock file. Throws if the folder has none. */
async function readPackages(
  folder: string,
  webRoot: string,
  log: Platform["log"],
): Promise<Record<string, PythonPackage>> {
  const { info, packages } = await readLock(folder);
  const built = infoSchema.safeParse(await readJson(join(webRoot, pythonFolder, "files.json")).catch(() => null));
  if (built.success && built.data.info.abi_version !== info.abi_version) {
    log.warn(
      { packages: info.abi_version, interpreter: built.data.info.abi_version },
      "PYTHON_PACKAGES is of another version of Pyodide: no packages are offered",
    );
    return {};
  }
  const names = new Set(await readdir(folder));
  return Object.fromEntries(Object.entries(packages).filter(([, { file_name }]) => names.has(file_name)));
}

async function readLock(folder: string): Promise<z.infer<typeof lockSchema>> {
  try {
    return lockSchema.parse(await readJson(join(folder, lockName)));
  } catch (cause) {
    throw new Error(`PYTHON_PACKAGES: ${join(folder, lockName)} cannot be read`, { cause });
  }
}

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));
