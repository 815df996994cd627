import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type VariableName, variables } from "../packages/server/src/configVariables.ts";
import { faultsDocument } from "../packages/server/src/testing/faults/faultsDocument.ts";

const root = join(import.meta.dirname, "..");

/** What is made from the configuration's schema and from the list of faults, so that it cannot say something else. */
const documents: { path: string; make(current: string): string }[] = [
  { path: "README.md", make: (current) => between(current, "configuration", configurationTable()) },
  { path: ".env.example", make: () => environmentExample() },
  { path: "docs/faults.md", make: () => faultsDocument() },
];

const onlyCheck = process.argv.includes("--check");
let stale = false;
for (const { path, make } of documents) {
  const full = join(root, path);
  const current = readOr(full, "");
  const wanted = make(current);
  if (current === wanted) continue;
  stale = true;
  if (onlyCheck) process.stderr.write(`${path} is not what its source says: run \`npm run documents\`\n`);
  else writeFileSync(full, wanted);
}
process.exit(onlyCheck && stale ? 1 : 0);

function entries() {
  return (Object.keys(variables) as VariableName[]).map((name) => {
    const { about, byDefault } = variables[name] as { about: string; byDefault?: string };
    return { name, about, byDefault };
  });
}

function configurationTable(): string {
  const rows = entries().map(({ name, about, byDefault }) => `| \`${name}\` | ${about} | ${byDefault ?? "none"} |`);
  return ["| variable | what it is | default |", "|---|---|---|", ...rows].join("\n");
}

function environmentExample(): string {
  const blocks = entries().map(
    ({ name, about, byDefault }) =>
      `# ${about.replaceAll("**", "")}\n# Default: ${(byDefault ?? "none").replaceAll("`", "")}\n#${name}=\n`,
  );
  return `# Copy to .env and take away the # of what you set. Every line is optional.\n\n${blocks.join("\n")}`;
}

/** The text with what stands between the two marks `<!-- name -->` and `<!-- /name -->` replaced. */
function between(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`README.md has no marks ${open} … ${close}`);
  return `${text.slice(0, start + open.length)}\n${content}\n${text.slice(end)}`;
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise; // the first run makes it
  }
}
