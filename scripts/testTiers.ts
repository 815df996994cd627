import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findNamedTests } from "./findNamedTests.ts";

/**
 * Keeps `npm test` short and complete: fails if a domain has more browser tests than its budget, or if only a variant
 * names a requirement. A browser test takes about three seconds of CPU time, and everybody waits for all of them. Test
 * a variant in a component test instead (CONTRIBUTING.md), or raise a budget in the commit that says why.
 */

const maxBrowserTests: Readonly<Record<string, number>> = {
  accessibility: 5,
  // A new server is set up from its first steps on, an address dies while people chat, a session ends elsewhere, and what
  // a chat costs is reported.
  admin: 6,
  // What a student does reaches a teacher over a job, and what the teacher does the student.
  analytics: 1,
  // A program outside the browser uses what a person creates in it, until they end it.
  apiKeys: 1,
  // A sandboxed frame, a stream and two people.
  artifacts: 8,
  // An author gives an assistant an API of another server, and a person allows its call.
  assistants: 13,
  chat: 51,
  // Only a browser with the real policies of the pages shows that Python runs, ends, and reaches nothing.
  codeInterpreter: 7,
  conversations: 18,
  // What an administrator uploads interrupts somebody else, whose page goes on afterwards.
  disclosure: 1,
  events: 2,
  export: 3,
  faults: 3,
  files: 17,
  groups: 2,
  // A real selection with the mouse and with the keyboard on a phone, and a reload in between.
  highlight: 2,
  // A sign-in again restores what was sent by other means in each storage.
  identity: 5,
  // Only a real popup tells when it is closed.
  integrations: 2,
  // A job finds facts in a question, and the next answer has the memory.
  memory: 1,
  models: 2,
  prompts: 15,
  // What a person shares reaches an administrator.
  qualityImprovement: 1,
  rendering: 7,
  settings: 2,
  // The ways from the sender over an address without an account, and over a link, to an imported chat cross two people.
  sharing: 2,
  shell: 9,
  start: 4,
  // A job writes the summary of a long chat, and the next answer has it.
  summaries: 1,
  // The topics of earlier answers decide what a later one gets.
  topics: 1,
  usage: 1,
};

const root = join(import.meta.dirname, "..");
const testPattern = /^\s*(?:test|it)(?:\.\w+)*\(/gm;
const isVariant = (file: string) => /\.extended\.(?:test|spec)\.tsx?$/.test(file);

const problems: string[] = [];
let total = 0;
for (const [domain, count] of countBrowserTests()) {
  total += count;
  const budget = maxBrowserTests[domain] ?? 0;
  if (count > budget) problems.push(`${domain} has ${count} browser tests; its budget is ${budget}`);
}
for (const [id, tests] of findNamedTests(root)) {
  if (tests.every(({ file }) => isVariant(file))) problems.push(`${id} is named only by variants`);
}
process.stdout.write(`${total} browser tests in npm test\n`);
for (const problem of problems) process.stderr.write(`${problem}. See scripts/testTiers.ts.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function countBrowserTests(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of globSync("packages/e2e/specs/*/**/*.spec.ts", { cwd: root })) {
    if (isVariant(file)) continue;
    const domain = file.split(/[\\/]/)[3] ?? "";
    const count = readFileSync(join(root, file), "utf8").match(testPattern)?.length ?? 0;
    counts.set(domain, (counts.get(domain) ?? 0) + count);
  }
  return counts;
}
