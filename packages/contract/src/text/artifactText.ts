import type { ArtifactType } from "../artifacts.ts";
import { limits } from "../limits.ts";

const minSegmentLines = 8;
const maxSegments = 400;

/**
 * Cuts a version into segments of code and text, which a reply can repeat by `~A{n}`. Joined they are the version. A
 * segment ends where a fenced block begins or ends, and where a line without indent follows a blank one.
 */
export function cutIntoSegments(contents: string): string[] {
  if (contents === "") return [];
  const lines = contents.split(/(?<=\n)/);
  const minLines = Math.max(minSegmentLines, Math.ceil(lines.length / maxSegments));
  const segments: string[] = [];
  let segment: string[] = [];
  let isInFence = false;
  let wasBlank = false;
  const endSegment = () => {
    if (segment.length > 0) segments.push(segment.join(""));
    segment = [];
  };
  for (const line of lines) {
    const isFence = /^(`{3,}|~{3,})/.test(line);
    const beginsPart = wasBlank && /^\S/.test(line) && segment.length >= minLines;
    if (segments.length < maxSegments && ((isFence && !isInFence) || (!isInFence && beginsPart))) endSegment();
    segment.push(line);
    if (isFence && isInFence && segments.length < maxSegments) endSegment();
    if (isFence) isInFence = !isInFence;
    wasBlank = line.trim() === "";
  }
  endSegment();
  return segments;
}

/** What a part of a reply is. */
export interface ArtifactText {
  /** Belongs to the artifact. */
  contents: string;
  /** Belongs to the chat: the text between `<>` and `</>`. */
  commentary: string;
}

export interface ArtifactReader {
  /** Reads the next part of the reply and returns what is certain by now. */
  read(chunk: string): ArtifactText;
  /**
   * Returns what was held back. `replacement`: the whole artifact, in place of what was read of it, because the reply
   * was not one fenced block but several; null: what was read is the artifact.
   */
  end(): ArtifactText & { replacement: string | null };
}

/** Text at an end that could be the beginning of a tag, or of the fence that closes the reply. */
const openTag = /(?:~(?:A(?:\{\d{0,6})?)?|<\/?)$/;
const openingTag = "<>";
const closingTag = "</>";
const openFence = /(?:^|\n)`*[ \t\r\n]*$/;
const closingFence = /(^|\n)`{3,}[ \t\r\n]*$/;
/** Of the line that opens a fence. */
const maxFenceLength = 100;

/**
 * Creates a reader of a reply that is an artifact. `~A{n}` becomes segment n, and nothing if there is none. Text is
 * buffered until there are more than two characters, and while it ends with what could become a tag. In the syntax of
 * React, `<>` begins commentary only as the first characters of a line, because elsewhere it is a fragment. A reply
 * that is one fenced block loses its fence, unless `keepsFence`. Segments end where the artifact becomes longer than it can be, so that a reply
 * which names them thousands of times takes no space.
 */
export function createArtifactReader(
  segments: readonly string[],
  type: ArtifactType = "",
  keepsFence = false,
): ArtifactReader {
  const isJsx = type === "react" || type === "next";
  let reply = "";
  let buffer = "";
  let isInCommentary = false;
  /** Null: not known yet. */
  let hasFence: boolean | null = keepsFence ? false : null;
  let lastCharacter = "\n";
  /** Of the segments. One more than an artifact can have, so that the caller sees that it is too long. */
  let freeCharacters = limits.artifactLength + 1;

  const isHeld = () => buffer.length <= 2 || openTag.test(buffer) || (hasFence === true && endsWithFence(openFence));

  /** True if the text ends with this, on a line of its own. Looks at its end only, so that blank lines cost no time. */
  function endsWithFence(pattern: RegExp): boolean {
    const end = buffer.slice(-maxFenceLength);
    const match = pattern.exec(end);
    if (!match) return false;
    return match.index > 0 || match[0].startsWith("\n") || (buffer === end && lastCharacter === "\n");
  }

  function substitute(text: string): string {
    return text.replaceAll(/~A\{(\d{1,6})\}/g, (_, index: string) => {
      const segment = (segments[Number(index)] ?? "").slice(0, freeCharacters);
      freeCharacters -= segment.length;
      return segment;
    });
  }

  function findOpening(from: number): number {
    let index = buffer.indexOf(openingTag, from);
    while (isJsx && index >= 0 && (index === 0 ? lastCharacter : buffer.charAt(index - 1)) !== "\n") {
      index = buffer.indexOf(openingTag, index + 1);
    }
    return index;
  }

  function flush(): ArtifactText {
    const parts: ArtifactText = { contents: "", commentary: "" };
    while (buffer !== "") {
      const tag = isInCommentary ? closingTag : openingTag;
      const index = isInCommentary ? buffer.indexOf(closingTag) : findOpening(0);
      const text = index < 0 ? buffer : buffer.slice(0, index);
      parts[isInCommentary ? "commentary" : "contents"] += substitute(text);
      lastCharacter = text.at(-1) ?? lastCharacter;
      buffer = index < 0 ? "" : buffer.slice(index + tag.length);
      if (index < 0) break;
      if (!isInCommentary) lastCharacter = "";
      isInCommentary = !isInCommentary;
    }
    return parts;
  }

  /** Removes the line that opens a fence at the beginning. Returns false while it is not known whether there is one. */
  function readFence(): boolean {
    if (hasFence !== null) return true;
    const start = buffer.trimStart();
    if (start === "" || ("```".startsWith(start) && start.length < 3)) return false;
    if (!start.startsWith("```")) {
      hasFence = false;
      return true;
    }
    const newline = start.indexOf("\n");
    if (newline < 0 && start.length <= maxFenceLength) return false;
    hasFence = newline >= 0 && newline <= maxFenceLength;
    if (hasFence) buffer = start.slice(newline + 1);
    return true;
  }

  /** That there are more blocks is only known once the first one has ended, when its fence is already left out. */
  function readWhole(): string {
    const reader = createArtifactReader(segments, type, true);
    return reader.read(reply).contents + reader.end().contents;
  }

  return {
    read(chunk) {
      reply += chunk;
      buffer += chunk;
      return !readFence() || isHeld() ? { contents: "", commentary: "" } : flush();
    },
    end() {
      readFence();
      if (hasFence && endsWithFence(closingFence)) buffer = buffer.replace(closingFence, "$1");
      const whole = hasFence ? readWhole() : "";
      return { ...flush(), replacement: hasSeveralBlocks(whole) ? whole : null };
    },
  };
}

/** True if the block that begins a text ends before the text does. A document may contain blocks of its own. */
function hasSeveralBlocks(text: string): boolean {
  const [opening = "", ...lines] = text.trimStart().split("\n");
  if (/^`{3,}\s*(?:markdown|md)\b/i.test(opening)) return false;
  let isInInner = false;
  for (const [index, line] of lines.entries()) {
    const [, info = ""] = /^`{3,}\s*([^\s`]*)/.exec(line) ?? [];
    if (!line.startsWith("```")) continue;
    if (isInInner) isInInner = info !== "";
    else if (info !== "") isInInner = true;
    else return lines.slice(index + 1).some((rest) => rest.trim() !== "");
  }
  return false;
}
