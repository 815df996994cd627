import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { Grammar } from "./languages.ts";

const grammarLoaders: Readonly<Record<Grammar, LanguageInput>> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  "fortran-free-form": () => import("shiki/langs/fortran-free-form.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  haskell: () => import("shiki/langs/haskell.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  ini: () => import("shiki/langs/ini.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  julia: () => import("shiki/langs/julia.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  latex: () => import("shiki/langs/latex.mjs"),
  lua: () => import("shiki/langs/lua.mjs"),
  make: () => import("shiki/langs/make.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  matlab: () => import("shiki/langs/matlab.mjs"),
  mermaid: () => import("shiki/langs/mermaid.mjs"),
  perl: () => import("shiki/langs/perl.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  powershell: () => import("shiki/langs/powershell.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  r: () => import("shiki/langs/r.mjs"),
  ruby: () => import("shiki/langs/ruby.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  scala: () => import("shiki/langs/scala.mjs"),
  scss: () => import("shiki/langs/scss.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

let highlighter: Promise<HighlighterCore> | null = null;

/**
 * Highlights code. Returns one string of colours per line: alternating lengths and token kinds, such as `5k1p12s` (see
 * `kindByColor`). Lengths are in UTF-16 units and add up to the length of the line.
 */
export async function highlightCode(code: string, grammar: Grammar): Promise<string[]> {
  highlighter ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: themeName, variablePrefix: "--", fontStyle: false })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const shiki = await highlighter;
  await shiki.loadLanguage(grammarLoaders[grammar]);
  const lines = shiki.codeToTokensBase(code, {
    lang: grammar,
    theme: themeName,
    tokenizeMaxLineLength: 2_000,
    // The limit per line, in ms. The first line of a language compiles the regular expressions of its grammar, which is
    // slow on a busy machine.
    tokenizeTimeLimit: 2_000,
  });
  return lines.map((line) => {
    let runs = "";
    let length = 0;
    let kind = "";
    for (const token of line) {
      const isBlank = token.content.trim() === "";
      const next = isBlank && kind !== "" ? kind : (kindByColor.get(token.color ?? "") ?? "x");
      if (next !== kind && length > 0) runs += length + kind;
      length = next === kind ? length + token.content.length : token.content.length;
      kind = next;
    }
    return length > 0 ? runs + length + kind : runs;
  });
}

const themeName = "by-kind";
/** Maps each colour of the theme to the letter of its token kind. */
const kindByColor = new Map(
  [
    ["foreground", "x"],
    ["token-comment", "m"],
    ["token-constant", "c"],
    ["token-changed", "h"],
    ["token-deleted", "d"],
    ["token-function", "f"],
    ["token-inserted", "i"],
    ["token-keyword", "k"],
    ["token-link", "l"],
    ["token-parameter", "p"],
    ["token-punctuation", "u"],
    ["token-string", "s"],
    ["token-string-expression", "s"],
  ].map(([name, kind]) => [`var(--${name})`, kind]),
);
