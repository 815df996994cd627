import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { stripOpFields } from "./stripOps.ts";

const strip = (code: string) => stripOpFields(code, parseAst(code));

test("only what the browser reads of an op stays, and an op that nobody calls can be left out", () => {
  const code = `const Input = z.object({ id: Id });
export const openThing = defineOp({
  ...common,
  method: "POST",
  path: \`\${path}/open\`,
  summary: "Opens a thing, {or} not.",
  responseEnvelope: "fields",
  input: Input,
  output: z.object({ thing: Thing }),
  weighInput({ ids }) {
    return ids.length;
  },
});
const after = 1;`;
  expect(strip(code)).toBe(`const Input = z.object({ id: Id });
export const openThing = /* @__PURE__ */ defineOp({ ...common, method: "POST", path: \`\${path}/open\`, responseEnvelope: "fields" });
const after = 1;`);
});

test("other calls stay as they are, and so does the definition of `defineOp`", () => {
  const code = `export function defineOp(op) { return { ...op }; }
const shape = define({ input: 1 });`;
  expect(strip(code)).toBe(code);
});

test("the web app reads nothing of an op that is left out", () => {
  const folder = join(import.meta.dirname, "src");
  const files = globSync("**/*.{ts,tsx}", { cwd: folder, exclude: ["**/testing/**", "**/*.test.*"] });
  const readings = files.flatMap((file) => {
    const code = readFileSync(join(folder, file), "utf8");
    const names = [...code.matchAll(/import \{([^}]*)\} from "@lectern\/contract"/g)]
      .flatMap(([, list = ""]) => list.split(","))
      .map((name) => name.trim())
      .filter((name) => /^[a-z]\w*$/.test(name));
    return names
      .filter((name) => new RegExp(`(?<!typeof )\\b${name}\\.(input|output|summary|keyScopes|flag)\\b`).test(code))
      .map((name) => `${file}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(readings).toEqual([]);
});
