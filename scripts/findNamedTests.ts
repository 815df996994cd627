import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface NamedTest {
  title: string;
  /** Path relative to the root of the project. */
  file: string;
}

/** A call of `test` or `test.each(…)` with a literal title. Group 1 has the modifiers, group 3 the title. */
const testCallPattern =
  /\b(?:test|it)((?:\.\w+)*)\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*\(\s*(["'`])((?:(?!\2)[^\\]|\\.)*)\2/gs;
const requirementIdPattern = /\b[ACG]\d{1,2}\.\d{2,3}[a-h]?\b/g;

/** Returns the tests whose titles name requirements, by the requirement's id. `root` is the folder of the project. */
export function findNamedTests(root: string): Map<string, NamedTest[]> {
  const testsById = new Map<string, NamedTest[]>();
  const files = globSync("{packages,scripts}/**/*.{test,spec}.{ts,tsx}", {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  }).map((file) => file.replaceAll("\\", "/"));
  for (const file of files.sort()) {
    for (const [, modifiers = "", , title = ""] of readFileSync(join(root, file), "utf8").matchAll(testCallPattern)) {
      if (/\.(?:skip|todo|fails)/.test(modifiers)) continue;
      for (const id of findIdsIn(title)) testsById.set(id, [...(testsById.get(id) ?? []), { title, file }]);
    }
  }
  return testsById;
}

function findIdsIn(title: string): Set<string> {
  const bracketedTexts = title.match(/\[[^\]]+\]/g) ?? [];
  return new Set(bracketedTexts.flatMap((bracket) => bracket.match(requirementIdPattern) ?? []));
}
