import { decode } from "@jridgewell/sourcemap-codec";
import { compileScript, compileStyle, compileTemplate, parse, type SFCDescriptor } from "@vue/compiler-sfc";
import { hashText } from "../../../lib/text/hashText.ts";
import { CompileError } from "./compileTypes.ts";

export interface CompiledVue {
  /** JavaScript, or TypeScript if `isTypeScript`. */
  code: string;
  isTypeScript: boolean;
  css: string;
  /** The line of the file for each line of the code; null if it is not known. */
  lines: number[] | null;
}

/** Compiles a single-file component of Vue. Throws a `CompileError`. */
export function compileVue(source: string, path: string): CompiledVue {
  const { descriptor, errors } = parse(source, { filename: path, sourceMap: true });
  throwFirst(errors, path);
  const id = hashText(path).toString(16);
  const isScoped = descriptor.styles.some(({ scoped }) => scoped);
  const { code, lines } = compileCode(descriptor, id, path, isScoped);
  const scope = isScoped ? `component.__scopeId = "data-v-${id}";` : "";
  return {
    code: `${code}\n${scope}\nexport default component;`,
    isTypeScript: /^tsx?$/.test((descriptor.scriptSetup ?? descriptor.script)?.lang ?? ""),
    css: compileStyles(descriptor, id, path),
    lines,
  };
}

function compileCode(descriptor: SFCDescriptor, id: string, path: string, isScoped: boolean) {
  const { script, scriptSetup, template } = descriptor;
  if (!script && !scriptSetup)
    return { code: `const component = {};${compileRender(descriptor, id, path, isScoped)}`, lines: null };
  try {
    const compiled = compileScript(descriptor, {
      id,
      inlineTemplate: true,
      genDefaultAs: "component",
      templateOptions: { scoped: isScoped, slotted: descriptor.slotted },
    });
    const render = scriptSetup || !template ? "" : compileRender(descriptor, id, path, isScoped);
    const lines = compiled.map ? decode(compiled.map.mappings).map((segments) => (segments[0]?.[2] ?? -1) + 1) : null;
    return { code: compiled.content + render, lines };
  } catch (error) {
    if (error instanceof CompileError) throw error;
    throwFirst([error], path);
    throw error;
  }
}

/** Compiles the template of a component without `<script setup>`. */
function compileRender({ template, slotted }: SFCDescriptor, id: string, path: string, scoped: boolean): string {
  if (!template?.ast) return "";
  const { ast, content: source } = template;
  const { code, errors } = compileTemplate({ source, ast, filename: path, id, scoped, slotted });
  throwFirst(errors, path);
  return `\n${code.replace("export function render", "function render")}\ncomponent.render = render;`;
}

function compileStyles({ styles }: SFCDescriptor, id: string, path: string): string {
  return styles
    .map(({ content, scoped = false, lang, loc }) => {
      if (lang && lang !== "css") {
        throw new CompileError({ kind: "style", detail: lang, file: path, line: loc.start.line });
      }
      const { code, errors } = compileStyle({ source: content, filename: path, id: `data-v-${id}`, scoped });
      throwFirst(errors, path);
      return code;
    })
    .join("\n");
}

/** Throws the first error, with its place in the file if the compiler names one. */
function throwFirst(errors: readonly unknown[], path: string): void {
  if (errors.length === 0) return;
  const [error] = errors;
  const message = error instanceof Error ? error.message : String(error);
  // Babel's messages end with a position and an excerpt of the code.
  const [detail = message] = message.replace(/^\[[\w/-]+\] /, "").split(/\s*\(\d+:\d+\)|\n/);
  const line = readLine(error) ?? (Number(/^\s*(\d+)\s*\|.*\n\s*\|\s*\^/m.exec(message)?.[1] ?? 0) || null);
  throw new CompileError({ kind: "syntax", detail, file: path, line });
}

function readLine(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("loc" in error)) return null;
  const { loc } = error as { loc?: { start?: { line?: number } } };
  return loc?.start?.line ?? null;
}
