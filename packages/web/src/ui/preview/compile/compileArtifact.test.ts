import { describe, expect, test } from "vitest";
import { compileArtifact } from "./compileArtifact.ts";
import { findLibrary, usesTailwind } from "./libraryNames.ts";

const libraries = Object.fromEntries(
  [
    "react",
    "react/jsx-runtime",
    "react-dom",
    "react-dom/client",
    "vue",
    "d3",
    "lucide-react",
    "@tailwindcss/browser",
  ].map((name) => [name, `lib:${name}`]),
);

async function compile(type: string, files: Record<string, string>) {
  const result = await compileArtifact({
    type,
    files: Object.entries(files).map(([path, code]) => ({ path, code })),
    libraries,
  });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.program;
}
async function listProblems(type: string, files: Record<string, string>) {
  const result = await compileArtifact({
    type,
    files: Object.entries(files).map(([path, code]) => ({ path, code })),
    libraries,
  });
  return "problems" in result ? result.problems : [];
}
const join = ({ pieces, targets }: { pieces: string[]; targets: string[] }) =>
  pieces.map((piece, index) => piece + (targets[index] ?? "")).join("");

describe("compiling an artifact", () => {
  test("each module comes after those that it imports, and its specifiers are replaced", async () => {
    const { modules } = await compile("react", {
      "App.tsx":
        'import { Card } from "./ui/Card";\nimport { useState } from "react";\nexport default function App() { const [a] = useState<number>(1); return <Card a={a} lazy={() => import("./late.js")} />; }',
      "ui/Card.jsx": "export const Card = ({ a }) => <b>{a}</b>;",
      "late.js": "export default 1;",
    });
    const ids = modules.map(({ id }) => id);
    for (const [index, { targets }] of modules.entries()) {
      for (const target of targets) {
        if (!target.startsWith("lib:")) expect(ids.slice(0, index)).toContain(target);
      }
    }
    const app = modules.find(({ path }) => path === "App.tsx");
    expect(app?.targets).toEqual(
      expect.arrayContaining(["file:ui/Card.jsx", "lib:react", "file:late.js", "lib:react/jsx-runtime"]),
    );
    expect(app && join(app)).toContain('import("file:late.js")');
  });

  test("lines of JavaScript stay where they are, and lines of Vue are known", async () => {
    const { modules } = await compile("react", {
      "App.tsx": "type A = {\n  a: string;\n};\nexport default () => {\n  throw 1;\n};",
    });
    const app = modules.find(({ path }) => path === "App.tsx");
    expect(app && join(app).split("\n")[4]).toContain("throw 1");
    const vue = await compile("vue", {
      "App.vue":
        '<template><p>{{ a }}</p></template>\n<script setup lang="ts">\nconst a: string = "x";\nfunction f() {\n  throw new Error(a);\n}\nf();\n</script>\n<style scoped>p { color: red; }</style>',
    });
    const component = vue.modules.find(({ path }) => path === "App.vue");
    const code = component ? join(component) : "";
    expect(component?.lines?.[code.split("\n").findIndex((line) => line.includes("throw new Error"))]).toBe(5);
    expect(code).toContain("data-v-");
    expect(code).not.toContain(": string");
  });

  test("scripts of a page become placeholders, others and comments stay", async () => {
    const { html, scripts, modules } = await compile("static", {
      "index.html":
        '<!-- <script>no</script> --><link rel="stylesheet" href="a.css"><script>one()</script>\n<script type="application/json">{}</script><script src="./b.js"></script><script type="module">import "./c.js";</script>',
      "a.css": "p { color: red }",
      "b.js": "two()",
      "c.js": "three()",
    });
    expect(html).toBe(
      '<!-- <script>no</script> --><style>p { color: red }</style><script data-preview="0"></script>\n<script type="application/json">{}</script><script data-preview="1"></script><script data-preview="2"></script>',
    );
    expect(scripts.map(({ isModule }) => isModule)).toEqual([false, false, true]);
    expect(modules.map(({ path }) => path)).toEqual(["index.html", "b.js", "c.js", "index.html"]);
  });

  test("libraries from content delivery networks are those of the preview", async () => {
    const { modules, scripts } = await compile("react", {
      "index.html":
        '<div id="root"></div><script src="https://unpkg.com/react@18/umd/react.development.js"></script><script src="https://unpkg.com/react-dom@18/umd/react-dom.development.js"></script><script src="https://unpkg.com/@babel/standalone/babel.min.js"></script><script type="text/babel">ReactDOM.render(<p/>, root)</script>',
    });
    expect(modules.flatMap(({ targets }) => targets)).toEqual(["lib:react", "lib:react-dom", "lib:react-dom/client"]);
    expect(scripts).toHaveLength(3);
    expect(modules.at(-1)?.pieces[0]).toContain("React.createElement");
  });

  test.each([
    ["https://esm.sh/react@19", "react"],
    ["https://esm.sh/react-dom@19/client", "react-dom/client"],
    ["https://cdn.tailwindcss.com", "@tailwindcss/browser"],
    ["https://d3js.org/d3.v7.min.js", "d3"],
    ["https://cdn.jsdelivr.net/npm/d3@7/+esm", "d3"],
    ["https://unpkg.com/vue@3/dist/vue.global.js", "vue"],
    ["d3-scale", "d3"],
    ["d3-sankey", "d3-sankey"],
    ["https://cdn.jsdelivr.net/npm/chart.js", null],
    ["https://evil.example/react-evil.js", null],
  ])("%s is %s", (specifier, library) => expect(findLibrary(specifier)).toBe(library));

  test("Tailwind is added if its classes are used", async () => {
    expect(usesTailwind('<p className="mt-4 text-gray-500">')).toBe(true);
    expect(usesTailwind('<p class="flex items-center">')).toBe(true);
    expect(usesTailwind('<p className="header title">')).toBe(false);
    const { modules } = await compile("react", { "App.jsx": 'export default () => <p className="p-4">x</p>;' });
    expect(modules.at(-1)?.targets).toEqual(["lib:@tailwindcss/browser"]);
  });

  test.each([
    ["syntax", "react", { "App.jsx": "const a = 1;\nconst b = ;\n" }, { file: "App.jsx", line: 2 }],
    ["syntax", "vue", { "App.vue": "<template>\n<p v-if></p></template>" }, { file: "App.vue", line: 2 }],
    ["syntax", "vue", { "App.vue": "<script setup>\nconst a = ;\n</script>" }, { file: "App.vue" }],
    [
      "import",
      "react",
      { "App.jsx": '\nimport x from "chart.js";\nexport default x;' },
      { detail: "chart.js", file: "App.jsx", line: 2 },
    ],
    [
      "import",
      "static",
      { "index.html": '\n<script src="https://cdn.example/x.js"></script>' },
      { detail: "https://cdn.example/x.js", line: 2 },
    ],
    [
      "file",
      "react",
      { "App.jsx": 'import "./x.css";\nexport default 1;' },
      { detail: "./x.css", file: "App.jsx", line: 1 },
    ],
    ["cycle", "react", { "App.jsx": 'import "./b.js";', "b.js": 'import "./App.jsx";' }, { file: "b.js", line: 1 }],
    [
      "template",
      "vue",
      { "index.html": "<script>\nVue.createApp({ template: `<p/>` })</script>" },
      { file: "index.html", line: 2 },
    ],
    ["style", "vue", { "App.vue": '<template/>\n<style lang="scss">a{}</style>' }, { detail: "scss", line: 2 }],
    ["import", "react", { "App.jsx": 'import x from "constructor";\nexport default x;' }, { detail: "constructor" }],
    ["entry", "react", { "notes.txt": "x" }, { file: null }],
  ])("a problem of kind %s names its place (%s)", async (kind, type, files, expected) => {
    expect(await listProblems(type, files as unknown as Record<string, string>)).toEqual([
      expect.objectContaining({ kind, ...expected }),
    ]);
  });
});
