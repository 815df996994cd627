import { ArtifactBlock, artifactFence } from "../artifacts.ts";
import { limits } from "../limits.ts";

const maxSourceLength = 2 * limits.artifactInstructionsLength;

export type ArtifactBlockResult =
  | { state: "none" }
  /** The text cannot be read as a request. */
  | { state: "broken"; source: string }
  | { state: "parsed"; block: ArtifactBlock };

const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Finds the source of the block that ends an answer; null: none. A block inside another fence is an example, and so is
 * one that other text follows. A block that is not closed ends with the text.
 */
export function findArtifactBlock(content: string): { source: string; start: number; end: number } | null {
  let open: { fence: string; isRequest: boolean; start: number; bodyStart: number } | null = null;
  let found: { source: string; start: number; end: number } | null = null;
  for (let lineStart = 0; lineStart < content.length; ) {
    const newline = content.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? content.length : newline;
    const line = content.slice(lineStart, lineEnd).trimEnd();
    const nextStart = lineEnd + 1;
    if (open) {
      if (isClosingFence(line, open.fence)) {
        found = open.isRequest
          ? { source: content.slice(open.bodyStart, lineStart), start: open.start, end: lineEnd }
          : null;
        open = null;
      }
    } else if (line !== "") {
      const [, fence, info = ""] = fenceLine.exec(line) ?? [];
      // Backticks in the info string make it inline code.
      if (fence && !(fence.startsWith("`") && info.includes("`")))
        open = { fence, isRequest: info.trim() === artifactFence, start: lineStart, bodyStart: nextStart };
      found = null;
    }
    lineStart = nextStart;
  }
  if (!open) return found;
  return open.isRequest ? { source: content.slice(open.bodyStart), start: open.start, end: content.length } : null;
}

function isClosingFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text.replaceAll(fence.charAt(0), "") === "";
}

/**
 * Reads the request in an answer. `repair` returns JSON from text that is not quite JSON; it throws, or returns something
 * else, if it cannot.
 */
export function parseArtifactBlock(content: string, repair: (json: string) => string): ArtifactBlockResult {
  const found = findArtifactBlock(content);
  return found ? parseArtifactRequest(found.source, repair) : { state: "none" };
}

/** Reads the JSON of a request. It needs a name or an id, and instructions or a description. */
export function parseArtifactRequest(
  source: string,
  repair: (json: string) => string,
): Exclude<ArtifactBlockResult, { state: "none" }> {
  // A repair takes time, and no request is as long.
  if (source.length > maxSourceLength) return { state: "broken", source };
  const block = toBlock(tryParse(source)) ?? toBlock(tryParse(source, repair));
  return block ? { state: "parsed", block } : { state: "broken", source };
}

function tryParse(source: string, repair: (json: string) => string = (json) => json): unknown {
  try {
    return JSON.parse(repair(source));
  } catch {
    return null;
  }
}

function toBlock(json: unknown): ArtifactBlock | null {
  const { success, data: block } = ArtifactBlock.safeParse(json);
  if (!success) return null;
  const isUsable =
    `${block.name}${block.id}`.trim() !== "" && `${block.instructions}${block.description}`.trim() !== "";
  return isUsable ? block : null;
}
