import { t } from "@lingui/core/macro";

/** The languages that can be highlighted, by grammar. `names` are other names that a fence may use. */
const grammars = {
  bash: { label: "Shell", extension: "sh", names: ["sh", "shell", "zsh", "shellscript", "console", "shellsession"] },
  c: { label: "C", extension: "c", names: ["h"] },
  cpp: { label: "C++", extension: "cpp", names: ["c++", "cc", "cxx", "hpp"] },
  csharp: { label: "C#", extension: "cs", names: ["c#", "cs"] },
  css: { label: "CSS", extension: "css", names: [] },
  diff: { label: "Diff", extension: "diff", names: ["patch"] },
  docker: { label: "Dockerfile", extension: "dockerfile", names: ["dockerfile"] },
  "fortran-free-form": { label: "Fortran", extension: "f90", names: ["fortran", "f90", "f95", "f03", "f08"] },
  go: { label: "Go", extension: "go", names: ["golang"] },
  haskell: { label: "Haskell", extension: "hs", names: ["hs"] },
  html: { label: "HTML", extension: "html", names: ["htm", "xhtml", "svelte", "vue"] },
  ini: { label: "INI", extension: "ini", names: ["properties", "conf", "cfg"] },
  java: { label: "Java", extension: "java", names: [] },
  javascript: { label: "JavaScript", extension: "js", names: ["js", "mjs", "cjs", "node"] },
  json: { label: "JSON", extension: "json", names: ["json5", "jsonc", "vega", "vega-lite", "geojson"] },
  jsx: { label: "JSX", extension: "jsx", names: [] },
  julia: { label: "Julia", extension: "jl", names: ["jl"] },
  kotlin: { label: "Kotlin", extension: "kt", names: ["kt", "kts"] },
  latex: { label: "LaTeX", extension: "tex", names: ["tex"] },
  lua: { label: "Lua", extension: "lua", names: [] },
  make: { label: "Makefile", extension: "mk", names: ["makefile"] },
  markdown: { label: "Markdown", extension: "md", names: ["md"] },
  matlab: { label: "MATLAB", extension: "m", names: ["octave"] },
  mermaid: { label: "Mermaid", extension: "mmd", names: [] },
  perl: { label: "Perl", extension: "pl", names: ["pl"] },
  php: { label: "PHP", extension: "php", names: [] },
  powershell: { label: "PowerShell", extension: "ps1", names: ["ps1", "pwsh"] },
  python: { label: "Python", extension: "py", names: ["py", "python3", "ipython"] },
  r: { label: "R", extension: "r", names: ["rscript"] },
  ruby: { label: "Ruby", extension: "rb", names: ["rb"] },
  rust: { label: "Rust", extension: "rs", names: ["rs"] },
  scala: { label: "Scala", extension: "scala", names: [] },
  scss: { label: "SCSS", extension: "scss", names: ["sass"] },
  sql: { label: "SQL", extension: "sql", names: ["postgresql", "postgres", "mysql", "sqlite", "plsql", "tsql"] },
  swift: { label: "Swift", extension: "swift", names: [] },
  toml: { label: "TOML", extension: "toml", names: [] },
  tsx: { label: "TSX", extension: "tsx", names: [] },
  typescript: { label: "TypeScript", extension: "ts", names: ["ts", "mts", "cts"] },
  xml: { label: "XML", extension: "xml", names: ["svg", "xsd", "xslt"] },
  yaml: { label: "YAML", extension: "yaml", names: ["yml"] },
} satisfies Record<string, { label: string; extension: string; names: string[] }>;

export type Grammar = keyof typeof grammars;

export interface Language {
  /** The grammar; null if the language cannot be highlighted. */
  grammar: Grammar | null;
  label: string;
  /** The file extension, without the dot. */
  extension: string;
}

/** Finds a language by the name in a fence, in lower case; "" is plain text. */
export function findLanguage(name: string): Language {
  const grammar = grammarByName.get(name);
  if (grammar) {
    const { label, extension } = grammars[grammar];
    // A name may share a grammar but have its own label: Vega is highlighted as JSON.
    return { grammar, label: ownLabels.get(name) ?? label, extension: ownExtensions.get(name) ?? extension };
  }
  const isPlain = name === "" || ["text", "txt", "plain", "plaintext", "none", "output"].includes(name);
  return { grammar: null, label: isPlain ? t`Text` : name, extension: ownExtensions.get(name) ?? "txt" };
}

const ownLabels = new Map([
  ["vega", "Vega"],
  ["vega-lite", "Vega-Lite"],
  ["vue", "Vue"],
  ["svelte", "Svelte"],
  ["svg", "SVG"],
]);
const ownExtensions = new Map([
  ["csv", "csv"],
  ["svg", "svg"],
  ["tsv", "tsv"],
  ["vue", "vue"],
  ["svelte", "svelte"],
]);

// The object literal is never modified, so its keys are exactly the grammars.
const grammarNames = Object.keys(grammars) as Grammar[];
const grammarByName = new Map(
  grammarNames.flatMap((grammar) => [grammar, ...grammars[grammar].names].map((name) => [name, grammar])),
);
