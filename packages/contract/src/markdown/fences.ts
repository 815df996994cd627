/** A fenced code block whose end has not been read yet. */
export interface OpenFence {
  /** The marks that opened it. As many or more of them close it. */
  readonly marks: string;
  /** True if it contains Markdown, which may contain fences itself. */
  readonly isMarkdown: boolean;
  /** The marks that opened the fence within it; "" if none is open. */
  readonly innerMarks: string;
}

const fenceOpener = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})([^\n]*)/;
const markdownLanguage = /^[ \t]*(?:markdown|mdx?)(?![\w+-])/i;

/** Returns the fence that the line opens, or null. */
export function openFence(line: string): OpenFence | null {
  const match = fenceOpener.exec(line);
  if (!match) return null;
  return { marks: match[1] ?? "", isMarkdown: markdownLanguage.test(match[2] ?? ""), innerMarks: "" };
}

/**
 * Reads the next line of a fence. Returns the fence that is still open after it, or null if the line closes it. In
 * CommonMark, the first bare marks would always do so. Models write Markdown in a fence without more marks than the
 * fences within it have; a language after the marks tells that such a fence opens.
 */
export function readFenceLine(fence: OpenFence, line: string): OpenFence | null {
  if (fence.innerMarks !== "") return closesFence(line, fence.innerMarks) ? { ...fence, innerMarks: "" } : fence;
  if (closesFence(line, fence.marks)) return null;
  if (!fence.isMarkdown) return fence;
  const [, marks = "", info = ""] = fenceOpener.exec(line) ?? [];
  return marks.startsWith(fence.marks) && info.trim() !== "" ? { ...fence, innerMarks: marks } : fence;
}

/** Finds the line that closes the fence; `from` is the start of a line in it. Its end is the end of an open fence. */
export function findFenceEnd(source: string, from: number, fence: OpenFence) {
  let open: OpenFence | null = fence;
  let [closerStart, end] = [from, from];
  while (open && end < source.length) {
    closerStart = end;
    end = endOfLine(source, closerStart);
    open = readFenceLine(open, source.slice(closerStart, end));
  }
  return { end, bodyEnd: open ? end : closerStart };
}

/** Returns the fence at the start of `source`, which may be open, or null. `info` is the text after its marks. */
export function readFence(source: string): { raw: string; info: string; code: string; fence: OpenFence } | null {
  const bodyStart = endOfLine(source, 0);
  const opener = source.slice(0, bodyStart);
  const fence = openFence(opener);
  if (!fence) return null;
  const { end, bodyEnd } = findFenceEnd(source, bodyStart, fence);
  const body = source.slice(bodyStart, bodyEnd).replace(/\n$/, "");
  const indent = opener.indexOf(fence.marks);
  return {
    raw: source.slice(0, end).replace(/\n$/, ""),
    info: opener.slice(indent + fence.marks.length).trim(),
    code: indent === 0 ? body : body.replace(new RegExp(`^ {1,${indent}}`, "gm"), ""),
    fence,
  };
}

/** Returns the offset after the line that contains `start`. */
function endOfLine(source: string, start: number): number {
  const lineBreak = source.indexOf("\n", start);
  return lineBreak === -1 ? source.length : lineBreak + 1;
}

function closesFence(line: string, opener: string): boolean {
  const text = line.trimEnd();
  const marks = text.trimStart();
  if (text.length - marks.length > 3 || marks.length < opener.length) return false;
  const fenceCharacter = opener.charAt(0);
  return [...marks].every((character) => character === fenceCharacter);
}
