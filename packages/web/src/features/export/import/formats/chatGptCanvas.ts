import { t } from "@lingui/core/macro";
import { type Fields, toFields, toList, toText } from "../sanitizeJson.ts";
import { type Artifact, toTitledBlock, type UpdateBudget } from "./claudeArtifacts.ts";
import { toFenceLanguage } from "./toMarkdown.ts";

/** The document beside a branch of a conversation; null if there is none. */
export type CanvasDocument = Artifact | null;

/**
 * Applies a call of ChatGPT's tool `canmore`, which writes a document in the canvas or changes it. Returns the version
 * that results as a titled code block, with the document; null if the call does neither.
 */
export function applyCanvasCall(
  message: Fields,
  document: CanvasDocument,
  budget: UpdateBudget,
): { block: string; document: CanvasDocument } | null {
  const recipient = toText(message.recipient);
  if (!recipient.startsWith("canmore.")) return null;
  const input = parseInput(toText(toFields(message.content).text));
  if (recipient === "canmore.create_textdoc" && toText(input.content).trim() !== "") {
    // The type of code is, for example, `code/python`.
    const [kind = "", language = ""] = toText(input.type).split("/");
    return show({
      title: toText(input.name) || t`Document`,
      language: kind === "code" ? toFenceLanguage(language) : "markdown",
      content: toText(input.content),
    });
  }
  const updates = toList(input.updates).map(toFields);
  if (recipient !== "canmore.update_textdoc" || updates.length === 0) return null;
  const content = document && document.content.length <= budget.characters ? applyUpdates(document, updates) : null;
  if (document && content !== null) {
    budget.characters -= content.length;
    return show({ ...document, content });
  }
  // The version that this changes is not in the file, too long to repeat, or changed in a way that we cannot follow.
  const title = document?.title ?? t`Document`;
  const parts = updates.map(({ replacement }) => toText(replacement)).filter((text) => text.trim() !== "");
  if (parts.length === 0) return null;
  return { block: toTitledBlock(t`${title} (changed part)`, document?.language ?? "", parts.join("\n\n")), document };
}

function parseInput(json: string): Fields {
  try {
    return toFields(JSON.parse(json));
  } catch {
    // The caller shows what it cannot read as a step.
    return {};
  }
}

const show = (document: Artifact) => ({
  block: toTitledBlock(document.title, document.language, document.content),
  document,
});

/** Returns the changed content; null if one of the updates does not match, or is more than text and `.*`. */
function applyUpdates({ content }: Artifact, updates: readonly Fields[]): string | null {
  let changed: string | null = content;
  for (const { pattern, multiple, replacement } of updates) {
    const parts = parsePattern(toText(pattern));
    if (changed === null || !parts) return null;
    changed = replaceMatches(changed, parts, toText(replacement), multiple === true);
  }
  return changed;
}

interface PatternParts {
  /** The texts around each `.*`. */
  texts: string[];
  /** True if the last `.*` matches as much as possible. */
  isGreedy: boolean;
}

/**
 * Parses the regular expressions of the canvas, which are written in Python's syntax: text, and `.*` for any text. Other
 * expressions give null; a file could contain one that takes forever.
 */
function parsePattern(pattern: string): PatternParts | null {
  const texts = [""];
  let isGreedy = true;
  // The flag lets the dot match line breaks, as it does here anyway.
  for (const [token] of pattern.replace(/^\(\?s\)/, "").matchAll(/\.\*\??|\\[\s\S]|[\s\S]/g)) {
    if (token.startsWith(".*")) {
      texts.push("");
      isGreedy = token === ".*";
    } else if (/^\\[a-zA-Z0-9]|^[.^$*+?()[\]{}|\\]$/.test(token) && token !== "\\n") return null;
    else texts.push((texts.pop() ?? "") + (token === "\\n" ? "\n" : token.replace(/^\\/, "")));
  }
  return texts.join("") === "" && texts.length === 1 ? null : { texts, isGreedy };
}

/** Replaces the first match, or all. Returns null if there is none. */
function replaceMatches(content: string, parts: PatternParts, replacement: string, isMultiple: boolean): string | null {
  let result = "";
  let from = 0;
  for (let match = findMatch(content, parts, 0); match; match = findMatch(content, parts, from)) {
    result += content.slice(from, match.start) + replacement;
    from = match.end;
    if (!isMultiple || match.end === match.start || from >= content.length) return result + content.slice(from);
  }
  return from === 0 ? null : result + content.slice(from);
}

function findMatch(content: string, { texts, isGreedy }: PatternParts, from: number) {
  const [first = "", ...rest] = texts;
  const last = rest.pop();
  const start = content.indexOf(first, from);
  if (start === -1) return null;
  let end = start + first.length;
  for (const text of rest) {
    const next = content.indexOf(text, end);
    if (next === -1) return null;
    end = next + text.length;
  }
  if (last === undefined) return { start, end };
  const lastStart = isGreedy ? content.lastIndexOf(last) : content.indexOf(last, end);
  return lastStart < end ? null : { start, end: lastStart + last.length };
}
