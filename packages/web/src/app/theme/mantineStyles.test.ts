import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const sourcePath = join(import.meta.dirname, "../..");
const stylesPath = join(dirname(fileURLToPath(import.meta.resolve("@mantine/core/styles.css"))), "styles");

/** Components that are drawn with the stylesheet of another component, too. */
const otherStyles: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ["InlineInput"],
  Modal: ["ModalBase"],
  Radio: ["InlineInput"],
  SegmentedControl: ["FloatingIndicator"],
  Switch: ["InlineInput"],
};

test("each file that renders a component of Mantine imports its stylesheet, or the first load does", () => {
  const styles = new Set(readdirSync(stylesPath).map((name) => name.split(".")[0]));
  const firstStyles = listStyles(readFileSync(join(import.meta.dirname, "mantineStyles.ts"), "utf8"));
  const paths = readdirSync(sourcePath, { recursive: true, encoding: "utf8" });
  const missing = paths
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
    .flatMap((path) => {
      const source = readFileSync(join(sourcePath, path), "utf8");
      const ownStyles = listStyles(source);
      return listRendered(source)
        .flatMap((name) => [name, ...(otherStyles[name] ?? [])])
        .filter((name) => styles.has(name) && !firstStyles.has(name) && !ownStyles.has(name))
        .map((name) => `${path}: ${name}`);
    });
  expect(styles.has("SegmentedControl")).toBe(true);
  expect(missing).toEqual([]);
});

const listStyles = (source: string) =>
  new Set([...source.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name]) => name ?? ""));

/** Lists the components of Mantine that a source renders. A part such as `Menu.Item` has the styles of its parent. */
function listRendered(source: string): string[] {
  const names = [...source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)]
    .flatMap(([, list = ""]) => list.split(","))
    .map((name) => name.trim());
  return names.filter((name) => new RegExp(`<${name}[\\s/>]`).test(source));
}
