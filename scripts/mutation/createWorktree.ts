import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const webDistFolder = "packages/web/dist";

/**
 * Checks out HEAD into a temporary folder that can run tests. It has its own `node_modules`, so that our packages
 * resolve to the worktree and the sandboxed processes can read their dependencies.
 */
export function createWorktree(): { folder: string; remove(): void } {
  const folder = join(mkdtempSync(join(tmpdir(), "lectern-mutation-")), "worktree");
  git("worktree", "add", "--quiet", "--detach", folder, "HEAD");
  linkFolder(join(root, "node_modules"), join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "packages"))) {
    const modulesFolder = join("packages", name, "node_modules");
    if (existsSync(join(root, modulesFolder))) linkFolder(join(root, modulesFolder), join(folder, modulesFolder));
  }
  symlinkSync(join(root, "node_modules/.cache"), join(folder, "node_modules/.cache"));
  // The drawing frame rarely changes, so its build can usually be used again.
  if (existsSync(join(root, webDistFolder))) cpSync(join(root, webDistFolder), join(folder, webDistFolder), recursive);
  return {
    folder,
    remove() {
      git("worktree", "remove", "--force", folder);
      rmSync(join(folder, ".."), { recursive: true, force: true });
    },
  };
}

const recursive = { recursive: true };

/** Copies a folder of installed packages with hard links, which takes seconds. Symbolic links stay relative. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, recursive);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (/^\.(?:cache|vite.*)$/.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) linkFolder(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target); // the temporary folder is on another file system
  }
}

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
