import { LegacyWorkspace, limits } from "@lectern/contract";
import * as z from "zod/mini";
import { foldEmail, isEmail } from "../../core/email.ts";
import type { Db } from "../../platform/db/database.ts";
import { upsertWorkspace } from "./repository.ts";

const WorkspaceLine = z.extend(LegacyWorkspace, {
  email: z.string().check(z.refine((email) => isEmail(foldEmail(email)), { error: "is not an email address" })),
  /** An export file of any version. */
  data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
});

export interface WorkspaceImport {
  imported: number;
  /** The lines that were not imported, by their numbers in the file. */
  problems: { line: number; reason: string }[];
}

/**
 * Stores the workspaces of a file in JSON Lines, one per line. Each line stands for itself: one that is refused does not
 * stop the others. Importing a file again replaces what it imported before.
 */
export async function importWorkspaces(db: Db, lines: AsyncIterable<string>): Promise<WorkspaceImport> {
  const result: WorkspaceImport = { imported: 0, problems: [] };
  let line = 0;
  for await (const json of lines) {
    line += 1;
    if (json.trim() === "") continue;
    const workspace = parseLine(json);
    if (typeof workspace === "string") {
      result.problems.push({ line, reason: workspace });
      continue;
    }
    const { email, content, ...listed } = workspace;
    await upsertWorkspace(db, email, listed, content);
    result.imported += 1;
  }
  return result;
}

/** Splits a text at its line breaks only. `readline` also splits at U+2028 and U+2029, which JSON allows in strings. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Returns the workspace of a line, or the reason why the line is refused. */
function parseLine(json: string): (LegacyWorkspace & { email: string; content: string }) | string {
  const value = parseJson(json);
  if (value === undefined) return "it is not JSON";
  const parsed = z.safeParse(WorkspaceLine, value);
  if (!parsed.success) return z.prettifyError(parsed.error).replaceAll("\n", " ");
  const { email, data, ...listed } = parsed.data;
  const content = JSON.stringify(data);
  if (content.length > limits.shareCharacters) return `its data is longer than ${limits.shareCharacters} characters`;
  return { ...listed, email: foldEmail(email), content };
}

/** Returns undefined for a text that is not JSON. */
function parseJson(json: string): unknown {
  try {
    // The database rejects halves of characters.
    return JSON.parse(json, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
  } catch {
    return undefined;
  }
}
