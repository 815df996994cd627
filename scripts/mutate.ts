import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findNamedTests } from "./findNamedTests.ts";
import { applyMutation, type Mutation } from "./mutation/applyMutation.ts";
import { createWorktree } from "./mutation/createWorktree.ts";
import { runNamingTests, type TestRun } from "./mutation/runNamingTests.ts";

/** Breaks the product on purpose, and runs the tests that name a requirement: they should fail. See CONTRIBUTING.md. */

type Verdict = "killed" | "survived" | "invalid";

interface Outcome {
  mutation: Mutation;
  verdict: Verdict;
  /** The tests that failed or, if none did, those that should have; the reason if the mutation is invalid. */
  details: string[];
}

const usage = `npm run mutate -- ID --file PATH --replace TEXT --with TEXT [--nth N] [--check]
npm run mutate -- --list FILE.jsonl [--check]      each line: {"id", "file", "replace", "with", "nth"?}`;

const exitCodes = { killed: 0, survived: 1, invalid: 2 } satisfies Record<Verdict, number>;

async function main(): Promise<number> {
  const { mutations, check } = readArguments();
  const worktree = createWorktree();
  const removeAndExit = () => {
    worktree.remove();
    process.exit(exitCodes.invalid);
  };
  process.once("SIGINT", removeAndExit).once("SIGTERM", removeAndExit);
  try {
    const outcomes: Outcome[] = [];
    for (const mutation of mutations) {
      const outcome = await tryMutation(worktree.folder, mutation, check);
      outcomes.push(outcome);
      report(outcome);
    }
    if (mutations.length > 1) reportTable(outcomes);
    return Math.max(...outcomes.map(({ verdict }) => exitCodes[verdict]));
  } finally {
    worktree.remove();
  }
}

function readArguments(): { mutations: Mutation[]; check: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        file: { type: "string" },
        replace: { type: "string" },
        with: { type: "string" },
        nth: { type: "string" },
        list: { type: "string" },
        check: { type: "boolean", default: false },
      },
    });
    if (values.list !== undefined) return { mutations: readList(values.list), check: values.check };
    const { file, replace, with: replacement, nth } = values;
    const [id] = positionals;
    if (!id || !file || !replace || replacement === undefined) throw new Error("An argument is missing.");
    const mutation = { id, file, replace, with: replacement, ...(nth ? { nth: Number(nth) } : {}) };
    return { mutations: [mutation], check: values.check };
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n${usage}\n`);
    process.exit(exitCodes.invalid);
  }
}

function readList(path: string): Mutation[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line): Mutation => JSON.parse(line));
}

async function tryMutation(folder: string, mutation: Mutation, check: boolean): Promise<Outcome> {
  const invalid = (reason: string): Outcome => ({ mutation, verdict: "invalid", details: [reason] });
  const files = new Set(
    findNamedTests(folder)
      .get(mutation.id)
      ?.map((test) => test.file),
  );
  if (files.size === 0) return invalid("no test names the requirement");
  try {
    applyMutation(folder, mutation)(); // finds mistakes in the list before the tests run
    const problem = check ? await findBaselineProblem(folder, mutation.id, [...files]) : null;
    if (problem !== null) return invalid(problem);
    const restore = applyMutation(folder, mutation);
    const run = await runNamingTests(folder, mutation.id, [...files]).finally(restore);
    if (run.problem !== null) return invalid(run.problem);
    if (run.failed.length > 0) return { mutation, verdict: "killed", details: run.failed };
    return { mutation, verdict: "survived", details: run.passed };
  } catch (error) {
    return invalid(toMessage(error));
  }
}

const baselineRuns = new Map<string, TestRun>();

/** Runs the tests without a mutation, once for each requirement. */
async function findBaselineProblem(folder: string, id: string, files: readonly string[]): Promise<string | null> {
  const run = baselineRuns.get(id) ?? (await runNamingTests(folder, id, files));
  baselineRuns.set(id, run);
  if (run.failed.length > 0) return `fails without the mutation: ${run.failed.join("; ")}`;
  return run.problem;
}

function report({ mutation, verdict, details }: Outcome): void {
  process.stdout.write(`${verdict}  ${mutation.id}  ${mutation.file}\n`);
  const label = { killed: "failed", survived: "passed", invalid: "reason" }[verdict];
  for (const detail of details) process.stdout.write(`    ${label}: ${detail}\n`);
}

function reportTable(outcomes: readonly Outcome[]): void {
  console.table(
    outcomes.map(({ mutation, verdict, details }) => ({
      id: mutation.id,
      verdict,
      file: mutation.file,
      [verdict === "killed" ? "failed tests" : "tests"]: verdict === "invalid" ? 0 : details.length,
    })),
  );
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  process.stdout.write(`${count("killed")} killed, ${count("survived")} survived, ${count("invalid")} invalid\n`);
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

process.exitCode = await main();
