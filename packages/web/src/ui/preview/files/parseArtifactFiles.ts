/** A file of an artifact. `path` is relative, with slashes and without `.` and `..`. */
export interface ArtifactFile {
  path: string;
  code: string;
}

const maxFiles = 100;

/**
 * Divides the contents of an artifact into its files. Models write one text: fenced blocks with the names of files
 * (in the fence, in the line before it or in a comment at its start), parts that begin with a comment such as
 * `// File: src/App.tsx`, or the code of a single file. Of files with the same path, the last one counts.
 */
export function parseArtifactFiles(contents: string, type: string): ArtifactFile[] {
  const text = contents.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");
  const parts = splitFences(text) ?? splitMarkedParts(text) ?? [{ name: null, language: "", code: text }];
  const files = new Map<string, string>();
  for (const { name, language, code } of parts) {
    if (code.trim() === "") continue;
    const path = normalizePath(name ?? "") ?? pickUnusedName(guessFileName(code, language, type), files);
    files.delete(path);
    files.set(path, code);
    if (files.size === maxFiles) break;
  }
  return [...files].map(([path, code]) => ({ path, code }));
}

interface Part {
  name: string | null;
  language: string;
  code: string;
}

const fileName = "[\\w@()\\[\\]./\\\\ -]*?[\\w)\\]-]\\.[a-z][a-z0-9]{0,9}";
const fileNamePattern = new RegExp(`^${fileName}$`, "i");
/** A line that names a file, such as `### src/App.tsx`, `**App.vue**` or `File: index.html`. */
const headingPattern = new RegExp(
  `^[#*_\`"\\s>\\d.)-]*(?:file(?:name)?:?\\s*[*_\`"]*)?(${fileName})[*_\`":]*\\s*:?$`,
  "i",
);
/** A comment that only names a file. */
const commentPattern = new RegExp(
  `^\\s*(?://|#|/\\*+|<!--|\\{/\\*)\\s*(file(?:name)?:\\s*)?[\`"]?(${fileName})[\`"]?\\s*(?:\\*/\\}?|-->)?$`,
  "i",
);
/** A line such as `--- App.jsx ---`. */
const rulePattern = new RegExp(`^(?:-{3,}|={3,})\\s*(${fileName})\\s*(?:-{3,}|={3,})$`, "i");
/** A longer line names no file. Matching it could take long. */
const maxNameLine = 200;

const matchName = (pattern: RegExp, line: string) => (line.length > maxNameLine ? null : pattern.exec(line));

/**
 * Returns the first fenced blocks, or null if there are none. Text between them is a comment, and an open block ends with
 * the text.
 */
function splitFences(text: string): Part[] | null {
  const lines = text.split("\n");
  const parts: Part[] = [];
  let previousLine = "";
  for (let index = 0; index < lines.length && parts.length < maxFiles; index += 1) {
    const line = lines[index] ?? "";
    const opening = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)(.*)/s.exec(line);
    if (!opening) {
      if (line.trim() !== "") {
        // Code that merely contains a fence, for example in a template literal, is not a list of blocks.
        if (parts.length === 0 && looksLikeCode(line)) return null;
        previousLine = line;
      }
      continue;
    }
    const [, fence = "", info = "", rest = ""] = opening;
    let end = index + 1;
    while (end < lines.length && !isClosing(lines[end] ?? "", fence)) end += 1;
    const body = lines.slice(index + 1, end);
    const named = takeNamedComment(body);
    const infoName = readInfoName(info, rest);
    parts.push({
      name: infoName.name ?? named.name ?? matchName(headingPattern, previousLine.trim())?.[1] ?? null,
      language: infoName.language,
      code: named.code,
    });
    previousLine = "";
    index = end;
  }
  return parts.length === 0 ? null : parts;
}

function isClosing(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === (fence[0] ?? "").repeat(mark.length);
}

const looksLikeCode = (line: string) =>
  /^\s*(?:import\b|export\b|const\b|let\b|var\b|function\b|class\b|<[a-z!]|@import\b|["'`{}[\]]|\/\/|\/\*)/i.test(line);

/** The file of an info string: `jsx App.jsx`, `tsx title="src/App.tsx"`, `src/App.tsx` or `jsx:App.jsx`. */
function readInfoName(info: string, rest: string): { name: string | null; language: string } {
  const isFileName = (text: string) => matchName(fileNamePattern, text) !== null;
  if (isFileName(info)) return { name: info, language: "" };
  const [language = "", afterColon = ""] = info.split(":");
  if (isFileName(afterColon)) return { name: afterColon, language };
  const quoted = /\b(?:title|file|filename|name|path)\s*=\s*["']?([^"'\s}]+)/i.exec(rest)?.[1];
  const candidate = (quoted ?? rest).trim().replace(/^[({[]|[)}\]]$/g, "");
  return { name: isFileName(candidate) ? candidate : null, language };
}

/** Removes a first line that is only a comment with the name of the file, which JSON for example could not contain. */
function takeNamedComment(body: string[]): { name: string | null; code: string } {
  const name = matchName(commentPattern, body[0] ?? "")?.[2] ?? null;
  return { name, code: `${(name === null ? body : body.slice(1)).join("\n")}\n` };
}

/** Returns the parts that begin with a comment `File: name` or `--- name ---`, or null if the text has none. */
function splitMarkedParts(text: string): Part[] | null {
  const parts: { name: string | null; lines: string[] }[] = [{ name: null, lines: [] }];
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    const comment = matchName(commentPattern, line);
    const marked = comment?.[1] || index === 0 ? comment?.[2] : undefined;
    const ruled = matchName(rulePattern, line.trim())?.[1];
    const name = marked ?? ruled;
    if (name === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ name, lines: [] });
  });
  if (parts.length === 1) return null;
  return parts.map(({ name, lines }) => ({ name, language: "", code: `${lines.join("\n").trimEnd()}\n` }));
}

/** Returns the path without a root, `.` and `..`; null if nothing is left. */
function normalizePath(name: string): string | null {
  const parts = name
    .replaceAll("\\", "/")
    .split("/")
    .map((part) => part.trim());
  const path = parts.filter((part) => part !== "" && part !== "." && part !== "..").join("/");
  return path === "" || path.length > 200 ? null : path;
}

const extensionsByLanguage: Readonly<Record<string, string>> = {
  javascript: "js",
  typescript: "ts",
  markdown: "md",
  mermaid: "mmd",
  text: "txt",
  plaintext: "txt",
};

const namesByType: Readonly<Record<string, string>> = {
  static: "index.html",
  react: "App.jsx",
  vue: "App.vue",
  json: "data.json",
  csv: "data.csv",
  svg: "image.svg",
  text: "text.txt",
};

/** Takes time in proportion to the code, which can be long: no pattern has neighbours that match the same characters. */
function guessFileName(code: string, language: string, type: string): string {
  const extension = extensionsByLanguage[language.toLowerCase()] ?? language.toLowerCase();
  if (extension === "html" || extension === "htm" || /^\s*(?:<!doctype|<html)\b/i.test(code)) return "index.html";
  if (extension === "css") return "style.css";
  if (type === "vue" && (extension === "vue" || /^[ \t]*<(?:template|script)\b/im.test(code))) return "App.vue";
  if (type === "react" && /^(?:jsx?|tsx?|)$/.test(extension))
    return extension.startsWith("t") ? "App.tsx" : guessReactName(code);
  if (type === "vanilla" || type === "static") {
    if (/^(?:js|mjs)$/.test(extension)) return "script.js";
    if (extension === "ts") return "script.ts";
    if (extension === "") return /^\s*</.test(code) ? "index.html" : guessVanillaName(code);
  }
  if (/^[a-z][a-z0-9]{0,9}$/.test(extension)) return `file.${extension}`;
  return namesByType[type] ?? "text.txt";
}

const guessReactName = (code: string) =>
  /\binterface\s+\w+\s*\{|\btype\s+\w+\s*=|:\s*React\.\w+|\buse(?:State|Ref|Memo)<|\bas const\b/.test(code)
    ? "App.tsx"
    : "App.jsx";

const guessVanillaName = (code: string) =>
  /^\s*[.#@:*]?[\w-][^;{}()=]*\{\s*(?:--)?[a-z-]+\s*:[^{}]*[;}]/i.test(code) && !/\bfunction\b|=>/.test(code)
    ? "style.css"
    : "script.js";

function pickUnusedName(name: string, files: ReadonlyMap<string, string>): string {
  const dot = name.lastIndexOf(".");
  let unused = name;
  for (let number = 2; files.has(unused); number += 1) unused = `${name.slice(0, dot)}${number}${name.slice(dot)}`;
  return unused;
}
