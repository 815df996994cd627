// Installs missing dependencies. Plain JavaScript, because it runs on the machine's own Node, before the project's is
// installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const markerFile = join(root, "node_modules", ".lectern-installed");
const minNodeVersion = 24;
const ownNodePath = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");

const wantedHash = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(readFileSync(join(root, "package.json")))
  .digest("hex");

if (!existsSync(markerFile) || readFileSync(markerFile, "utf8") !== wantedHash) {
  console.log("Installing what Lectern needs. The first time this takes a few minutes.");
  let missing = install();
  // npm leaves out optional packages that need a newer Node than its own, such as native parts of build tools. It also
  // ignores that one could not be downloaded.
  if (missing.length > 0) missing = install(dirname(ownNodePath));
  if (missing.length > 0) {
    console.error(`\nThese packages could not be installed: ${missing.join(", ")}. Please try again.`);
    process.exit(1);
  }
  writeFileSync(markerFile, wantedHash);
}

if (!existsSync(ownNodePath) && Number(process.versions.node.split(".")[0]) < minNodeVersion) {
  console.error(
    `Lectern requires Node ${minNodeVersion} or newer. This is Node ${process.versions.node}.\n` +
      `npm has no Node ${minNodeVersion} for this machine.\n` +
      "Install it from https://nodejs.org and try again.",
  );
  process.exit(1);
}

/**
 * Runs npm, on the Node in `nodeFolder` if given, and returns the packages for this machine that are still missing. Ends
 * the process if npm fails.
 */
function install(nodeFolder) {
  const npm = process.env.npm_execpath;
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    // Older versions of npm rewrite the lockfile. The hash would not match, and each script would install again.
    "--no-save",
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
  ];
  const env = nodeFolder ? { ...process.env, PATH: `${nodeFolder}${delimiter}${process.env.PATH}` } : process.env;
  const options = { cwd: root, stdio: "inherit", env };
  const node = nodeFolder ? ownNodePath : (process.env.npm_node_execpath ?? process.execPath);
  const result = npm
    ? spawnSync(node, [npm, ...args], { ...options, shell: node.endsWith(".cmd") })
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (result.status !== 0) {
    console.error("\nThe installation failed. Check that the npm registry can be reached, and try again.");
    process.exit(result.status ?? 1);
  }
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(
      ([path, entry]) => path !== "" && entry.optional && isForThisMachine(entry) && !existsSync(join(root, path)),
    )
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

/** True for a package that npm installs only on machines like this one. */
function isForThisMachine({ os, cpu, libc }) {
  const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return (
    os?.includes(process.platform) &&
    (cpu === undefined || cpu.includes(process.arch)) &&
    (libc === undefined || libc.includes(isMusl ? "musl" : "glibc"))
  );
}
