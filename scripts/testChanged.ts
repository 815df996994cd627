import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs what a change can break, while one works on it: the unit and component tests that import a changed file, the
 * browser specs of the domains that it touches, and the core flows. `npm run test:changed -- main` compares with
 * another commit than HEAD.
 */

const root = join(import.meta.dirname, "..");
const specsFolder = "packages/e2e/specs";

/** A domain has the same name in all packages. */
const domainPattern =
  /^packages\/(?:contract\/src|server\/src\/modules|web\/src\/(?:features|entities)|e2e\/specs)\/([A-Za-z]+)/;

/** What every change to the product has to leave working. */
const coreSpecs = [
  "identity/signIn.spec.ts",
  "chat/firstAnswer.spec.ts",
  "conversations/storage.spec.ts",
  "files/askAboutDocument.spec.ts",
];

const base = process.argv[2] ?? "HEAD";
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const changedFiles = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
const domains = new Set(changedFiles.flatMap((file) => domainPattern.exec(file)?.[1] ?? []));
const specs = [
  ...[...domains].map((domain) => join(specsFolder, domain)).filter((folder) => existsSync(join(root, folder))),
  ...coreSpecs.map((spec) => join(specsFolder, spec)),
];

const hasProductChange = changedFiles.some((file) => file.startsWith("packages/"));
const runs = [
  ["--project=unit", "--project=component", "--changed", base, "--passWithNoTests"],
  ...(hasProductChange ? [["--project=browser", ...specs]] : []),
];
const results = runs.map((args) =>
  spawnSync(process.execPath, [join(root, "scripts/test.ts"), ...args], { cwd: root, stdio: "inherit" }),
);
process.exit(results.find(({ status }) => status !== 0)?.status ?? 0);
