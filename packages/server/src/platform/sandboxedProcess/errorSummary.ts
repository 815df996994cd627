import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { repositoryRoot } from "./repositoryRoot.ts";

/** Path of a source file relative to the repository, with a line number. */
const locationPattern = /((?:packages|node_modules)[/\\][\w@.+/\\-]+\.[cm]?[jt]s):(\d+)/;
export const maxLocations = 4;

export const errorNamePattern = /^[A-Za-z]{1,60}$/;
export const errorCodePattern = /^[A-Z][A-Z0-9_]{0,60}$/;

/** Describes an error for the log without its message, because messages of libraries can quote the document. */
export interface ErrorSummary {
  /** The class of the error, such as `InvalidPDFException`. */
  name: string;
  /** Such as `ENOSPC`; null: none. */
  code: string | null;
  /** Where the error was thrown, innermost first, such as `node_modules/yauzl/index.js:120`. */
  locations: string[];
}

/** Summarizes any thrown value. */
export function summarizeError(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: "Unknown", code: null, locations: [] };
  const code = "code" in error ? String(error.code) : "";
  return {
    name: [error.name, error.constructor.name].find((name) => errorNamePattern.test(name)) ?? "Error",
    code: errorCodePattern.test(code) ? code : null,
    locations: listSourceLocations(error.stack ?? ""),
  };
}

/** Lists the innermost locations of a stack trace that are files of this installation. Ignores everything else. */
export function listSourceLocations(stack: string): string[] {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => locationPattern.exec(line.replaceAll(sep, "/"))?.slice(1).join(":") ?? "")
    .filter(isSourceLocation)
    .slice(0, maxLocations);
}

/** False for a location that does not exist: a stack trace begins with the message, which can contain anything. */
export function isSourceLocation(location: string): boolean {
  const [path = "", line = "", ...rest] = location.split(":");
  const isWellFormed = rest.length === 0 && /^\d{1,7}$/.test(line) && !path.includes("..");
  return isWellFormed && locationPattern.test(location) && existsSync(join(repositoryRoot, path));
}
