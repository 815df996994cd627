import { type OpenFence, openFence, readFence, readFenceLine } from "@lectern/contract/markdown";
import type { SourceSelection } from "../../../ui/markdown/positions/locateSelection.ts";
import type { SourceRange } from "../../../ui/markdown/positions/sourceText.ts";

export interface PlacedReply {
  /** The Markdown with the reply in its place. */
  content: string;
  /** The place of the reply. */
  range: SourceRange;
}

/** The reply cannot take its place without breaking what surrounds it. */
export class UnusableReplyError extends Error {}

/** Puts a reply in the place of the selected part. Throws `UnusableReplyError`. */
export function replacePart(source: string, selection: SourceSelection, reply: string): PlacedReply {
  const { start, end } = selection;
  const text = toPart(source.slice(start, end), selection, reply);
  if (text.trim() === "") throw new UnusableReplyError();
  return { content: source.slice(0, start) + text + source.slice(end), range: { start, end: start + text.length } };
}

/** Inserts a reply as blocks of its own, between two blocks. Throws `UnusableReplyError`. */
export function insertBlocks(source: string, offset: number, reply: string): PlacedReply {
  const text = closeFence(unwrap(reply).trim());
  if (text === "") throw new UnusableReplyError();
  const [before, after] = [source.slice(0, offset).trimEnd(), source.slice(offset).replace(/^(?:[ \t]*\n)+/, "")];
  const start = before === "" ? 0 : before.length + 2;
  const content = [before, text, after].filter((part) => part !== "").join("\n\n");
  return { content, range: { start, end: start + text.length } };
}

function toPart(original: string, { form, linePrefix }: SourceSelection, reply: string): string {
  if (form === "code") return withPrefix(toCode(original, reply), linePrefix);
  const isFence = /^ {0,3}(?:`{3}|~{3})/.test(original);
  const text = (isFence ? reply : unwrap(reply)).trim();
  if (form === "line") return text.replace(/^#{1,6}\s+/, "").replace(/\s*\n\s*/g, " ");
  if (form === "cell") return toCell(text);
  return withPrefix(closeFence(text), linePrefix);
}

function toCode(original: string, reply: string): string {
  const [lineBreaks = ""] = /\n*$/.exec(original) ?? [];
  const code = (readWholeFence(reply)?.code ?? reply).replace(/^\n+|\n+$/g, "");
  // It could end the block.
  if (/^[ \t]*(?:`{3,}|~{3,})/m.test(code)) throw new UnusableReplyError();
  return code + lineBreaks;
}

function toCell(text: string): string {
  const bars = /^\|([\s\S]*[^\\])\|$/.exec(text);
  const content = (bars?.[1] ?? text).trim();
  return content.replace(/\s*\n\s*/g, "<br>").replace(/\\[\s\S]|\|/g, (match) => (match === "|" ? "\\|" : match));
}

function withPrefix(text: string, linePrefix: string): string {
  const [first = "", ...rest] = text.split("\n");
  return [first, ...rest.map((line) => (linePrefix + line).trimEnd())].join("\n");
}

/** Closes a block of code that the model has left open, and that what follows would become a part of. */
function closeFence(text: string): string {
  let fence: OpenFence | null = null;
  for (const line of text.split("\n")) fence = fence ? readFenceLine(fence, line) : openFence(line);
  return fence ? `${text}\n${fence.marks}` : text;
}

/** Returns Markdown without the fence that a model may have put around all of it. */
function unwrap(reply: string): string {
  const fence = readWholeFence(reply);
  return fence && /^(?:markdown|md|)$/i.test(fence.info) ? fence.code : reply;
}

function readWholeFence(reply: string) {
  const text = reply.trim();
  const fence = readFence(text);
  return fence && fence.raw.length === text.length && text.endsWith(fence.fence.marks) ? fence : null;
}
