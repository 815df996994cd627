import type { ShownMessage } from "../../../entities/conversations/messageTree.ts";

/** A run of messages that is drawn, and taken out of the page again, as one. */
export interface MessageChunk {
  messages: readonly ShownMessage[];
  /** How high it will be, before it has been drawn. CSS px. */
  estimatedPx: number;
}

const maxMessagesPerChunk = 16;
/** A message behind so much text begins another chunk: one chunk is one step of work. Characters. */
const charactersPerChunk = 8_000;

/**
 * Cuts the shown branch into chunks. Where a message falls depends on what stands before it alone: an answer that grows moves
 * none that is already there.
 */
export function chunksOf(thread: readonly ShownMessage[]): MessageChunk[] {
  const chunks: (MessageChunk & { messages: ShownMessage[] })[] = [];
  let text = 0;
  for (const shown of thread) {
    let last = chunks.at(-1);
    if (!last || last.messages.length >= maxMessagesPerChunk || text >= charactersPerChunk) {
      last = { messages: [], estimatedPx: 0 };
      chunks.push(last);
      text = 0;
    }
    last.messages.push(shown);
    last.estimatedPx += estimatePx(shown) + (last.messages.length > 1 ? gapPx : 0);
    text += shown.message.content.length;
  }
  return chunks;
}

/** So many CSS px at the end are drawn with the first frame. */
const firstFramePx = 1_500;

/** Which chunk is the first of those that the first frame needs, when the end is what is looked at. */
export function getFirstRenderedIndex(chunks: readonly MessageChunk[]): number {
  let index = chunks.length - 1;
  for (let height = 0; index > 0; index--) {
    height += chunks[index]?.estimatedPx ?? 0;
    if (height >= firstFramePx) break;
  }
  return Math.max(0, index);
}

const maxSmallMessages = 100;
const maxSmallCharacters = 100_000;

/** Whether a conversation is so small that all of it may stand in the page, where the browser's own search finds it. */
export function isSmall(thread: readonly ShownMessage[]): boolean {
  if (thread.length > maxSmallMessages) return false;
  return thread.reduce((sum, { message }) => sum + message.content.length, 0) <= maxSmallCharacters;
}

const gapPx = 8;
const linePx = 25;
const charactersALine = 72;

/** How high a message is likely to be. CSS px. */
export function estimatePx({ message }: ShownMessage): number {
  const lines = Math.ceil(message.content.length / charactersALine);
  return message.role === "user" ? 66 + lines * linePx : 90 + lines * linePx;
}
