import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * Copies the project's files into an empty folder, also uncommitted ones, but no build output. Dependencies are links
 * into this project's own `node_modules` and are marked as installed, so that npm does not contact a registry.
 */
export async function copyProject(folder: string): Promise<void> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await promisify(execFile)("git", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const files = stdout.split("\0").filter((path) => path !== "");
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(root, path), join(folder, path)).catch(ignoreDeleted);
  }
  await linkModules("node_modules", folder);
  for (const { name } of await readdir(join(root, "packages"), { withFileTypes: true })) {
    await linkModules(join("packages", name, "node_modules"), folder);
  }
  await markInstalled(folder);
}

/** Links each installed package; our own packages link into the copy. */
async function linkModules(path: string, folder: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return;
  await mkdir(join(folder, path), { recursive: true });
  for (const { name } of entries) {
    if (name === ".lectern-installed") continue;
    if (name !== "@lectern") await symlink(join(root, path, name), join(folder, path, name));
    else {
      await mkdir(join(folder, path, name));
      for (const own of await readdir(join(root, path, name))) {
        await symlink(join(folder, "packages", own), join(folder, path, name, own));
      }
    }
  }
}

/** Writes the same marker as `scripts/install.mjs`. */
async function markInstalled(folder: string): Promise<void> {
  const hash = createHash("sha256");
  for (const name of ["package-lock.json", "package.json"]) hash.update(await readFile(join(folder, name)));
  await writeFile(join(folder, "node_modules", ".lectern-installed"), hash.digest("hex"));
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
