import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findEntry } from "./findEntry.ts";
import { parseArtifactFiles } from "./parseArtifactFiles.ts";

const list = (contents: string, type = "react") =>
  parseArtifactFiles(contents, type).map(({ path, code }) => [path, code.trim()]);

describe("the files of an artifact", () => {
  test.each([
    ["a name in the fence", "```jsx App.jsx\none\n```\n```css src/a.css\ntwo\n```"],
    ["a title in the fence", '```jsx title="App.jsx"\none\n```\n```css filename=src/a.css\ntwo\n```'],
    ["a name after a colon", "```jsx:App.jsx\none\n```\n```css:src/a.css\ntwo\n```"],
    ["only a name in the fence", "```App.jsx\none\n```\n```src/a.css\ntwo\n```"],
    ["headings", "### `App.jsx`\n```jsx\none\n```\n**src/a.css**:\n\n```css\ntwo\n```"],
    [
      "numbered headings with text before",
      "Here it is.\n\n1. File: App.jsx\n```\none\n```\n2. File: ./src/a.css\n~~~\ntwo\n~~~",
    ],
    ["comments in the blocks", "```jsx\n// App.jsx\none\n```\n```css\n/* src/a.css */\ntwo\n```"],
    ["comments without fences", "// File: App.jsx\none\n/* File: /src/a.css */\ntwo"],
    ["rules without fences", "--- App.jsx ---\none\n--- ../src/a.css ---\ntwo"],
    ["an open block", "```jsx App.jsx\none\n```\n```css src/a.css\ntwo"],
    ["Windows line ends", "```jsx App.jsx\r\none\r\n```\r\n```css src\\a.css\r\ntwo\r\n```"],
  ])("are named by %s", (_, contents) => {
    expect(list(contents)).toEqual([
      ["App.jsx", "one"],
      ["src/a.css", "two"],
    ]);
  });

  test.each([
    ["react", "export default () => null;", "App.jsx"],
    ["react", "const [a] = useState<string>('');", "App.tsx"],
    ["react", "```tsx\nx\n```", "App.tsx"],
    ["vue", "<template></template>", "App.vue"],
    ["static", "<p>x</p>", "index.html"],
    ["vanilla", "<!DOCTYPE html><p>x</p>", "index.html"],
    ["vanilla", "document.body.append(1);", "script.js"],
    ["vanilla", ".a { color: red; }", "style.css"],
    ["csv", "a,b", "data.csv"],
    ["json", "{}", "data.json"],
    ["svg", "<svg></svg>", "image.svg"],
    ["code", "x", "text.txt"],
    ["node", "```python\nx\n```", "file.python"],
  ])("of type %s get a name from %j", (type, contents, name) => {
    expect(parseArtifactFiles(contents, type).map(({ path }) => path)).toEqual([name]);
  });

  test("code with a fence in it stays one file", () => {
    const code = "const text = `\n```js\nx\n```\n`;\nexport default () => text;";
    expect(list(code)).toEqual([["App.jsx", code]]);
  });

  test("of equal names the last one counts, and unnamed ones get a number", () => {
    expect(list("```jsx App.jsx\none\n```\n```jsx App.jsx\ntwo\n```")).toEqual([["App.jsx", "two"]]);
    expect(list("```css\none\n```\n```css\ntwo\n```")).toEqual([
      ["style.css", "one"],
      ["style2.css", "two"],
    ]);
  });

  test.each([
    ["blocks", "```a\nx\n```\n".repeat(100_000), "react", 100],
    ["blocks of one name", "```a a.js\nx\n```\n".repeat(100_000), "react", 1],
    ["words", "a ".repeat(100_000), "vanilla", 1],
    ["empty lines", `x${"\n".repeat(200_000)}x`, "vue", 1],
    ["marks of a block", `${"`".repeat(100_000)}\u2028`, "react", 0],
    ["lines that could be names", `${"_".repeat(199)}\n\`\`\`\nx\n\`\`\`\n`.repeat(2_000), "react", 100],
    ["comments that could be names", `//${" ".repeat(197)}/\n`.repeat(1_000), "react", 1],
  ])("are found soon among many %s", (_, contents, type, count) => {
    expect(parseArtifactFiles(contents, type)).toHaveLength(count);
  });

  test("have paths that stay inside, whatever the text is", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom(
        "```",
        "```jsx",
        "~~~~",
        "// File: ../../a.js",
        "--- /etc/x.conf ---",
        "### `..\\b.css`",
        "```js ../../../x.js",
      ),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom("react", "vue", "static", "vanilla", "csv", ""),
        (lines, type) => {
          const files = parseArtifactFiles(lines.join("\n"), type);
          for (const { path } of files) {
            expect(path).not.toMatch(/^\/|\\|^$/);
            expect(path.split("/").filter((part) => part === "" || part === "." || part === "..")).toEqual([]);
          }
          expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
          const entry = findEntry(files, type);
          if (entry) expect(files.map(({ path }) => path)).toContain(entry.path);
        },
      ),
    );
  });

  test("written as named blocks are read again", () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-zA-Z]{1,8})?\.(js|css|html|tsx|vue)$/);
    const code = fc.stringMatching(/^[a-z(){};=<> \n]{1,60}$/).filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, code), { minLength: 1, maxLength: 5, selector: ([path]) => path }),
        (files) => {
          const contents = files.map(([path, text]) => `\`\`\`x ${path}\n${text}\n\`\`\``).join("\n\n");
          expect(parseArtifactFiles(contents, "react")).toEqual(
            files.map(([path, text]) => ({ path, code: `${text}\n` })),
          );
        },
      ),
    );
  });
});

describe("the start of an artifact", () => {
  const find = (type: string, ...files: [path: string, code?: string][]) =>
    findEntry(
      files.map(([path, code = ""]) => ({ path, code })),
      type,
    );
  test.each([
    [find("static", ["a.js"], ["index.html"]), { path: "index.html", kind: "html" }],
    [find("react", ["src/App.jsx"], ["src/main.jsx", "createRoot(x)"]), { path: "src/main.jsx", kind: "script" }],
    [find("react", ["Card.jsx", "export default 1"], ["App.tsx"]), { path: "App.tsx", kind: "mount" }],
    [find("react", ["a.jsx"], ["b.jsx", "export default 1"]), { path: "b.jsx", kind: "mount" }],
    [find("vue", ["Item.vue"], ["App.vue"]), { path: "App.vue", kind: "mount" }],
    [find("vanilla", ["helper.js"], ["main.ts"]), { path: "main.ts", kind: "script" }],
    [find("vanilla", ["style.css"]), { path: "style.css", kind: "script" }],
    [find("react", ["a.txt"]), null],
  ])("%#", (found, expected) => expect(found).toEqual(expected));
});
