import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { narrowWidthPx } from "@lectern/contract";
import { expect, test } from "vitest";

test("[A9.08] [A2.17] [C9.20a] the narrow layout applies below 640 px, in scripts and in all style sheets", () => {
  expect(narrowWidthPx).toBe(640);
  const root = fileURLToPath(new URL("..", import.meta.url));
  const queries = globSync("**/*.css", { cwd: root }).flatMap((file) => {
    const style = readFileSync(join(root, file), "utf8");
    return [...style.matchAll(/@media \(width (<|<=) (\d+)px\)/g)].map(([, operator, width]) => ({
      file,
      operator,
      width,
    }));
  });
  const narrow = queries.filter(({ width }) => Number(width) < 800);
  expect(narrow.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["app/shell/Shell.module.css", "ui/modal/Modal.module.css"]),
  );
  for (const query of narrow) expect(query).toMatchObject({ operator: "<", width: String(narrowWidthPx) });
});
