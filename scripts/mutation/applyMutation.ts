import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Mutation {
  /** The requirement whose tests should fail. */
  id: string;
  /** Path relative to the root of the project. */
  file: string;
  /** The text to replace. It must occur exactly once, or `nth` (from 1) says which occurrence is meant. */
  replace: string;
  with: string;
  nth?: number;
}

/** Changes the file in `folder`. Returns a function that restores it. Throws if the text is not found. */
export function applyMutation(folder: string, mutation: Mutation): () => void {
  const path = join(folder, mutation.file);
  const original = readFileSync(path, "utf8");
  writeFileSync(path, replaceOnce(original, mutation));
  return () => writeFileSync(path, original);
}

/** Throws an error with a sentence for the person if the text is absent or ambiguous. */
export function replaceOnce(text: string, mutation: Omit<Mutation, "id">): string {
  const parts = text.split(mutation.replace);
  const count = parts.length - 1;
  if (count === 0) throw new Error(`The text is not in ${mutation.file}: ${mutation.replace}`);
  if (mutation.nth === undefined && count > 1) {
    throw new Error(`The text occurs ${count} times in ${mutation.file}; choose one with --nth: ${mutation.replace}`);
  }
  const nth = mutation.nth ?? 1;
  if (nth < 1 || nth > count) throw new Error(`The text occurs only ${count} times in ${mutation.file}.`);
  return parts.slice(0, nth).join(mutation.replace) + mutation.with + parts.slice(nth).join(mutation.replace);
}
