import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = (...parts: string[]) => join(root, "node_modules", ...parts);

/** The steps of `npm run check`. With `--static`, the tests are left out. */
const steps: { name: string; command: string[] }[] = [
  { name: "format and lint", command: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."] },
  { name: "types of the server", command: [bin("typescript/bin/tsc"), "-p", "."] },
  { name: "types of the web app", command: [bin("typescript/bin/tsc"), "-p", "packages/web"] },
  { name: "boundaries", command: [join(root, "scripts/boundaries.ts")] },
  { name: "unused code", command: [bin("knip/bin/knip.js")] },
  { name: "texts", command: [join(root, "scripts/texts.ts"), "--check"] },
  { name: "test tiers", command: [join(root, "scripts/testTiers.ts")] },
  { name: "documents", command: [join(root, "scripts/documents.ts"), "--check"] },
];
if (!process.argv.includes("--static")) steps.push({ name: "tests", command: [join(root, "scripts/test.ts")] });

for (const { name, command } of steps) {
  process.stdout.write(`\n── ${name}\n`);
  const result = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" });
  if (result.status !== 0) {
    process.stderr.write(`\n${name}: failed\n`);
    process.exit(1);
  }
}
