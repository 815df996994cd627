import { compileScript } from "./compileScript.ts";
import { CompileError } from "./compileTypes.ts";
import { createGlobalModule, findLibrary, isBabel, tailwindLibrary } from "./libraryNames.ts";
import type { ModuleGraph } from "./ModuleGraph.ts";

export interface CompiledPage {
  html: string;
  scripts: { moduleId: string; isModule: boolean }[];
}

/**
 * Replaces the scripts of a page by placeholders, and links to style sheets of the artifact by their content. The rest
 * of the page stays as it is, since the frame parses it.
 */
export async function compileHtml(html: string, path: string, graph: ModuleGraph): Promise<CompiledPage> {
  const scripts: CompiledPage["scripts"] = [];
  let compiled = "";
  let end = 0;
  for (const match of html.matchAll(elementPattern)) {
    compiled += html.slice(end, match.index);
    end = match.index + match[0].length;
    const [element, scriptAttributes, code = "", linkAttributes] = match;
    if (linkAttributes !== undefined) compiled += inlineStyle(element, parseAttributes(linkAttributes), path, graph);
    else if (scriptAttributes === undefined) compiled += element;
    else {
      const attributes = parseAttributes(scriptAttributes);
      const firstLine = html.slice(0, match.index + element.indexOf(">")).split("\n").length;
      const script = await addScript(graph, attributes, { code, path, firstLine });
      if (script === "data") compiled += element;
      else if (script !== null) {
        compiled += createPlaceholder(scripts.length);
        scripts.push(script);
      }
    }
  }
  return { html: compiled + html.slice(end), scripts };
}

export const createPlaceholder = (index: number) => `<script data-preview="${index}"></script>`;

/** A comment, a script or a link. */
const elementPattern =
  /<!--[\s\S]*?-->|<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>|<link\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;

function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(
    /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  )) {
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  return attributes;
}

function inlineStyle(element: string, attributes: Map<string, string>, from: string, graph: ModuleGraph): string {
  const href = attributes.get("href") ?? "";
  if (!/\bstylesheet\b/i.test(attributes.get("rel") ?? "")) return "";
  const path = graph.findFile(href, from);
  if (path === null) return /^(?:https?:)?\/\//.test(href) ? "" : element;
  graph.usedStyles.add(path);
  return createStyleElement(graph.readFile(path));
}

export const createStyleElement = (css: string) => `<style>${css.replace(/<\/style/gi, "<\\/style")}</style>`;

interface InlineScript {
  code: string;
  path: string;
  /** The line of the page in which the code begins. */
  firstLine: number;
}

/** Returns the script to run, null if it is not needed, or "data" if it is not code. */
async function addScript(graph: ModuleGraph, attributes: Map<string, string>, inline: InlineScript) {
  const type = attributes.get("type")?.toLowerCase() ?? "";
  const source = attributes.get("src");
  if (source !== undefined) {
    // A script's address is relative to the page even without a dot.
    const path = /^(?:https?:)?\/\//.test(source) ? null : graph.findFile(source, inline.path);
    if (path === null) return addLibraryScript(graph, source, inline);
    return type === "module" || /\.(?:[jt]sx|vue)$/.test(path)
      ? { moduleId: await graph.addFile(path), isModule: true }
      : addClassicScript(graph, graph.readFile(path), path, type);
  }
  if (type === "importmap") return null;
  const isCode = type === "" || type === "module" || /javascript|ecmascript|babel|jsx|typescript/.test(type);
  if (!isCode) return "data";
  // Empty lines make the numbers of its lines those of the page.
  const code = "\n".repeat(inline.firstLine - 1) + inline.code;
  if (type !== "module") return addClassicScript(graph, code, inline.path, type);
  const id = `inline:${inline.firstLine}`;
  const compiled = compileScript(code, { path: inline.path });
  return { moduleId: await graph.addModule({ id, path: inline.path, code: compiled }), isModule: true };
}

async function addClassicScript(graph: ModuleGraph, source: string, path: string, type: string) {
  const id = `classic:${graph.modules.length}`;
  const isTyped = /\.ts$/.test(path);
  const isCompiled = isTyped || /babel|jsx|typescript/.test(type);
  const code = isCompiled ? compileScript(source, { path, jsxRuntime: "classic" }) : source;
  // A script with imports can only be a module, even if the page does not say so.
  if (/^\s*(?:import\s*[\w{*"']|export\s+[\w{*])/m.test(code)) {
    return {
      moduleId: await graph.addModule({ id, path, code: isCompiled ? code : compileScript(code, { path }) }),
      isModule: true,
    };
  }
  return { moduleId: graph.addScript({ id, path, code }), isModule: false };
}

async function addLibraryScript(graph: ModuleGraph, url: string, { path, firstLine: line }: InlineScript) {
  const library = findLibrary(url);
  const code = library === null ? null : createGlobalModule(library);
  if (code !== null) {
    return { moduleId: await graph.addModule({ id: `global:${library}:${line}`, path: null, code }), isModule: true };
  }
  if (isBabel(url)) return null;
  const kind = /^(?:https?:)?\/\//.test(url) ? "import" : "file";
  throw new CompileError({ kind, detail: url, file: path, line });
}

/** The script that loads Tailwind. */
export async function addTailwind(graph: ModuleGraph) {
  const code = createGlobalModule(tailwindLibrary) ?? "";
  return { moduleId: await graph.addModule({ id: "tailwind", path: null, code }), isModule: true };
}
