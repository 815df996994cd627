import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

/** One measured figure and the floor (the simplest program that does the same), measured in the same run. */
export interface Figure {
  name: string;
  /** The configuration, for example "cloud, PGlite". */
  variant: string;
  unit: "ms" | "µs" | "MiB" | "kB" | "KiB" | "bytes" | "tokens/s" | "MB/s" | "%" | "";
  ours: number;
  /** The figure of the floor; null if there is none. */
  floor: number | null;
  aim?: Aim;
}

type Aim = { atMost: number } | { atLeast: number } | { atMostTimesFloor: number };

export interface ScenarioReport {
  scenario: string;
  /** Says what the floor is. */
  floor: string;
  figures: Figure[];
  /** Explanations that a reader of the figures needs. */
  notes: string[];
}

const resultsFolder = join(import.meta.dirname, "results");
const columns = ["figure", "variant", "ours", "floor", "ratio", "aim", ""];

/** Prints a scenario's table and writes it as JSON to `results/`. */
export function report(result: ScenarioReport): void {
  const rows = result.figures.map((figure) => [
    figure.name,
    figure.variant,
    formatAmount(figure.ours, figure.unit),
    figure.floor === null ? "" : formatAmount(figure.floor, figure.unit),
    formatRatio(figure),
    formatAim(figure),
    figure.aim ? (isMet(figure) ? "met" : "MISSED") : "",
  ]);
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  const line = (cells: string[]) => `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const lines = [
    "",
    `## ${result.scenario}`,
    `Floor: ${result.floor}`,
    "",
    line(columns),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map(line),
    "",
    ...result.notes.map((note) => `- ${note}`),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);

  mkdirSync(resultsFolder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(resultsFolder, `${result.scenario}-${at.replaceAll(":", "-")}.json`);
  const figures = result.figures.map((figure) => ({
    ...figure,
    ratio: figure.floor === null ? null : figure.ours / figure.floor,
    isMet: figure.aim ? isMet(figure) : null,
  }));
  writeFileSync(file, `${JSON.stringify({ at, machine: describeMachine(), ...result, figures }, null, 2)}\n`);
  process.stdout.write(`Written to ${file}\n`);
}

/** A warning if the machine is busy with other work; null if it is idle. */
export function getBusyWarning(): string | null {
  const [load = 0] = loadavg();
  if (load < 0.5) return null;
  return `The machine was busy before the start (load ${load.toFixed(2)}), so the figures may be too high.`;
}

function describeMachine() {
  const [firstCpu] = cpus();
  return {
    cpus: cpus().length,
    model: firstCpu?.model ?? "",
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    commit: readCommit(),
    loadAtEnd: loadavg(),
  };
}

function readCommit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  } catch {
    return null; // not a Git checkout
  }
}

function formatAmount(value: number, unit: Figure["unit"]): string {
  if (Number.isNaN(value)) return "none";
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === "" ? text : `${text} ${unit}`;
}

function formatRatio({ ours, floor }: Figure): string {
  return floor === null || floor <= 0 ? "" : `${(ours / floor).toFixed(2)} ×`;
}

function formatAim({ aim, unit }: Figure): string {
  if (!aim) return "";
  if ("atMostTimesFloor" in aim) return `≤ ${aim.atMostTimesFloor} × floor`;
  return "atMost" in aim ? `≤ ${formatAmount(aim.atMost, unit)}` : `≥ ${formatAmount(aim.atLeast, unit)}`;
}

function isMet({ aim, ours, floor }: Figure): boolean {
  if (!aim) return true;
  if ("atMostTimesFloor" in aim) return floor !== null && ours <= aim.atMostTimesFloor * floor;
  return "atMost" in aim ? ours <= aim.atMost : ours >= aim.atLeast;
}
