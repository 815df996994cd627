import { parse } from "es-module-lexer/js";
import type { ArtifactFile } from "../files/parseArtifactFiles.ts";
import type { PreviewModule } from "../previewMessages.ts";
import { compileScript } from "./compileScript.ts";
import { CompileError, type CompileProblem } from "./compileTypes.ts";
import { findLibrary } from "./libraryNames.ts";

interface Source {
  id: string;
  path: string | null;
  /** JavaScript, whose lines are those of the file unless `lines` is given. */
  code: string;
  lines?: number[] | null;
}

/** The modules of an artifact, each after those that it imports. */
export class ModuleGraph {
  readonly modules: PreviewModule[] = [];
  readonly problems: CompileProblem[] = [];
  /** Paths of style sheets that a file imports or links. */
  readonly usedStyles = new Set<string>();
  readonly #files: ReadonlyMap<string, string>;
  readonly #libraries: Readonly<Record<string, string>>;
  readonly #states = new Map<string, "open" | "done">();

  constructor(files: readonly ArtifactFile[], libraries: Readonly<Record<string, string>>) {
    this.#files = new Map(files.map(({ path, code }) => [path, code]));
    this.#libraries = libraries;
  }

  /** Adds a file and the files that it imports, and returns the id of its module. */
  async addFile(path: string): Promise<string> {
    const id = `file:${path}`;
    if (this.#states.has(id)) return id;
    this.#states.set(id, "open");
    try {
      const { code, lines } = await this.#compileFile(path);
      await this.addModule({ id, path, code, lines });
    } catch (error) {
      if (!(error instanceof CompileError)) throw error;
      this.problems.push(error.problem);
    }
    this.#states.set(id, "done");
    return id;
  }

  /** Adds a module of compiled code and what it imports. */
  async addModule({ id, path, code, lines = null }: Source): Promise<string> {
    const pieces: string[] = [];
    const targets: string[] = [];
    let end = 0;
    let prefix = "";
    for (const found of parseImports(code, path)) {
      const isDynamic = found.type === "dynamic";
      // The place of an import that is an expression is known only while it runs.
      if (found.type === "import-meta" || found.specifier === undefined || (isDynamic && found.glob)) continue;
      const target = await this.#resolve(found.specifier, path, countLines(code, found.start, lines));
      if (target === null) continue;
      // The range of a dynamic import includes its quotation marks.
      const quote = isDynamic ? '"' : "";
      pieces.push(prefix + code.slice(end, found.start) + quote);
      targets.push(target);
      prefix = quote;
      end = found.end;
    }
    this.modules.push({ id, path, pieces: [...pieces, prefix + code.slice(end)], targets, lines });
    return id;
  }

  /** Adds a classic script, which imports nothing. */
  addScript({ id, path, code }: Source): string {
    this.modules.push({ id, path, pieces: [code], targets: [], lines: null });
    return id;
  }

  /** Returns the code of a file that `specifier` names relative to the file `from`; null if there is none. */
  findFile(specifier: string, from: string | null): string | null {
    const clean = specifier.replace(/[?#].*$/, "").replace(/^@\//, "/");
    const base = clean.startsWith("/") || from === null ? [] : from.split("/").slice(0, -1);
    const path = joinPath([...base, ...clean.split("/")]);
    const candidates = [path, `src/${path}`, path.replace(/^src\//, "")];
    for (const candidate of candidates) {
      for (const ending of [
        "",
        ".tsx",
        ".ts",
        ".jsx",
        ".js",
        ".vue",
        ".json",
        ".css",
        "/index.tsx",
        "/index.ts",
        "/index.jsx",
        "/index.js",
      ]) {
        if (this.#files.has(candidate + ending)) return candidate + ending;
      }
      // TypeScript files are imported with the extension of the compiled file.
      const source = candidate.replace(/\.js(x?)$/, ".ts$1");
      if (this.#files.has(source)) return source;
    }
    return null;
  }

  readFile = (path: string) => this.#files.get(path) ?? "";

  async #resolve(specifier: string, from: string | null, line: number | null): Promise<string | null> {
    // The code that the compiler adds names modules by their ids.
    if (this.#states.get(specifier) === "done") return specifier;
    const library = findLibrary(specifier);
    const libraryId =
      library !== null && Object.hasOwn(this.#libraries, library) ? this.#libraries[library] : undefined;
    if (libraryId !== undefined) return libraryId;
    const isRelative = /^(?:\.{0,2}\/|@\/|src\/)/.test(specifier);
    const path = this.findFile(specifier, from);
    if (path === null || (!isRelative && from === null)) {
      this.problems.push({ kind: isRelative ? "file" : "import", detail: specifier, file: from, line });
      return null;
    }
    const id = `file:${path}`;
    if (this.#states.get(id) === "open") {
      this.problems.push({ kind: "cycle", detail: path, file: from, line });
      return null;
    }
    return this.addFile(path);
  }

  async #compileFile(path: string): Promise<{ code: string; lines: number[] | null }> {
    const source = this.readFile(path);
    const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
    switch (extension) {
      case "vue": {
        const { compileVue } = await import("./compileVue.ts");
        const { code, css, lines, isTypeScript } = compileVue(source, path);
        const script = isTypeScript ? compileScript(code, { path: `${path}.ts` }) : code;
        return { code: `${script}\n${css === "" ? "" : createStyleCode(css)}`, lines };
      }
      case "css":
        this.usedStyles.add(path);
        // The names of a CSS module stay as they are.
        return {
          code: `${createStyleCode(source)}\nexport default new Proxy({}, { get: (_, name) => name });`,
          lines: null,
        };
      case "scss":
      case "sass":
      case "less":
        throw new CompileError({ kind: "style", detail: extension, file: path, line: null });
      case "json":
        return { code: `export default (${source.trim() || "null"}\n);`, lines: null };
      case "svg":
        return {
          code: `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(source)}`)};`,
          lines: null,
        };
      case "js":
      case "mjs":
      case "cjs":
      case "jsx":
      case "ts":
      case "mts":
      case "tsx":
        return { code: compileScript(source, { path }), lines: null };
      default:
        return { code: `export default ${JSON.stringify(source)};`, lines: null };
    }
  }
}

const createStyleCode = (css: string) =>
  `{ const style = document.createElement("style"); style.textContent = ${JSON.stringify(css)}; document.head.append(style); }`;

function parseImports(code: string, path: string | null) {
  try {
    return parse(code)[0];
  } catch (error) {
    const index = (error as { idx?: number }).idx;
    const line = index === undefined ? null : countLines(code, index, null);
    // Not translated: like the compiler’s own messages.
    throw new CompileError({ kind: "syntax", detail: "This is not valid JavaScript", file: path, line });
  }
}

function countLines(code: string, index: number, lines: number[] | null): number | null {
  const line = code.slice(0, index).split("\n").length;
  return lines ? lines[line - 1] || null : line;
}

function joinPath(parts: readonly string[]): string {
  const joined: string[] = [];
  for (const part of parts) {
    if (part === "..") joined.pop();
    else if (part !== "." && part !== "") joined.push(part);
  }
  return joined.join("/");
}
