// Installs missing dependencies. Plain JavaScript, because it runs on the machine's own Node, before the project's is
// installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const markerFile = join(root, "node_modules", ".lectern-installed");
const minNodeVersion = 24;

const wantedHash = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(readFileSync(join(root, "package.json")))
  .digest("hex");

if (!existsSync(markerFile) || readFileSync(markerFile, "utf8") !== wantedHash) {
  console.log("Installing what Lectern needs. The first time this takes a few minutes.");
  const npm = process.env.npm_execpath;
  const args = ["install", "--no-audit", "--no-fund", "--include=dev", "--include=optional", "--loglevel=error"];
  const result = npm
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) {
    console.error("\nThe installation failed. Check that the npm registry can be reached, and try again.");
    process.exit(result.status ?? 1);
  }
  writeFileSync(markerFile, wantedHash);
}

const ownNodePath = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
if (!existsSync(ownNodePath) && Number(process.versions.node.split(".")[0]) < minNodeVersion) {
  console.error(
    `Lectern requires Node ${minNodeVersion} or newer. This is Node ${process.versions.node}.\n` +
      `npm has no Node ${minNodeVersion} for this machine.\n` +
      "Install it from https://nodejs.org and try again.",
  );
  process.exit(1);
}
