import { type ArtifactEntry, findEntry } from "../files/findEntry.ts";
import type { ArtifactFile } from "../files/parseArtifactFiles.ts";
import { addTailwind, type CompiledPage, compileHtml, createPlaceholder, createStyleElement } from "./compileHtml.ts";
import { CompileError, type CompileInput, type CompileResult } from "./compileTypes.ts";
import { createGlobalModule, usesTailwind } from "./libraryNames.ts";
import { ModuleGraph } from "./ModuleGraph.ts";

/** Compiles an artifact into what the frame runs. Runs in a worker, since it may take long. */
export async function compileArtifact({ files, type, libraries }: CompileInput): Promise<CompileResult> {
  const entry = findEntry(files, type);
  if (!entry) return { problems: [{ kind: "entry", detail: "", file: null, line: null }] };
  const graph = new ModuleGraph(files, libraries);
  try {
    const template = findUncompiledTemplate(files);
    if (template) throw new CompileError(template);
    const page = await compileEntry(entry, type, graph);
    if (graph.problems.length > 0) return { problems: graph.problems };
    const { html, scripts } = await addStyles(page, files, graph);
    return { program: { html, modules: graph.modules, scripts } };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return { problems: [...graph.problems, error.problem] };
  }
}

async function compileEntry(entry: ArtifactEntry, type: string, graph: ModuleGraph): Promise<CompiledPage> {
  if (entry.kind === "html") return compileHtml(graph.readFile(entry.path), entry.path, graph);
  const scripts: CompiledPage["scripts"] = [];
  if (type === "react") {
    // Components often use `React` without importing it.
    const code = createGlobalModule("react") ?? "";
    scripts.push({ moduleId: await graph.addModule({ id: "globals", path: null, code }), isModule: true });
  }
  if (entry.kind === "script") {
    const isStyle = entry.path.endsWith(".css");
    if (!isStyle) scripts.push({ moduleId: await graph.addFile(entry.path), isModule: true });
  } else {
    const id = await graph.addFile(entry.path);
    const code = `import * as entry from ${JSON.stringify(id)};\n${type === "vue" ? vueMount : reactMount}`;
    scripts.push({ moduleId: await graph.addModule({ id: "mount", path: null, code }), isModule: true });
  }
  const placeholders = scripts.map((_, index) => createPlaceholder(index)).join("");
  return { html: `${baseStyle}<div id="root"></div><div id="app"></div>${placeholders}`, scripts };
}

/** Components are written for pages that have a font. */
const baseStyle = "<style>body { font-family: system-ui, sans-serif }</style>";

/** The code that mounts the component of the module `entry`. */
const reactMount = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
const component = entry.default ?? Object.entries(entry).find(([name, value]) => /^[A-Z]/.test(name) && typeof value === "function")?.[1];
if (component === undefined) throw new Error("There is no component to show, since none is exported");
createRoot(document.getElementById("root")).render(createElement(component));`;
const vueMount = `import { createApp } from "vue";
if (entry.default === undefined) throw new Error("There is no component to show, since none is exported");
const app = createApp(entry.default);
app.config.throwUnhandledErrorInProduction = true;
app.mount("#app");`;

/** Adds style sheets that no file mentions, and Tailwind if its classes are used. */
async function addStyles(
  page: CompiledPage,
  files: readonly ArtifactFile[],
  graph: ModuleGraph,
): Promise<CompiledPage> {
  const styles = files.filter(({ path }) => path.endsWith(".css") && !graph.usedStyles.has(path));
  const html = styles.map(({ code }) => createStyleElement(code)).join("") + page.html;
  if (graph.modules.some(({ id }) => id.startsWith("global:@tailwindcss"))) return { ...page, html };
  if (!files.some(({ path, code }) => !path.endsWith(".css") && usesTailwind(code))) return { ...page, html };
  const scripts = [...page.scripts, await addTailwind(graph)];
  return { html: html + createPlaceholder(scripts.length - 1), scripts };
}

/** Vue compiles templates in strings with `eval`, which the frame's policy forbids. */
function findUncompiledTemplate(files: readonly ArtifactFile[]) {
  for (const { path, code } of files) {
    if (path.endsWith(".vue") || !/\bcreateApp\b/.test(code)) continue;
    const index = code.search(/\btemplate\s*:\s*["'`]|\bid=["']app["'][^>]*>[^<]*(?:\{\{|<[^>]*\s(?:v-|@|:)\w)/);
    if (index < 0) continue;
    return { kind: "template", detail: "", file: path, line: code.slice(0, index).split("\n").length } as const;
  }
  return null;
}
