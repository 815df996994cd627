import type { ShownMessage } from "../../../entities/conversations/messageTree.ts";

/** Consecutive messages that are rendered and unmounted together. */
export interface MessageChunk {
  messages: readonly ShownMessage[];
  /** The estimated height in CSS px, used until the chunk is rendered. */
  estimatedPx: number;
}

const maxMessagesPerChunk = 16;
/** A chunk with this many characters is complete: rendering one chunk must not take long. */
const charactersPerChunk = 8_000;

/**
 * Splits the shown branch into chunks. The chunk of a message depends only on earlier messages, so that a growing
 * answer moves no other message to another chunk.
 */
export function splitIntoChunks(thread: readonly ShownMessage[]): MessageChunk[] {
  const chunks: (MessageChunk & { messages: ShownMessage[] })[] = [];
  let characters = 0;
  for (const shown of thread) {
    let lastChunk = chunks.at(-1);
    if (!lastChunk || lastChunk.messages.length >= maxMessagesPerChunk || characters >= charactersPerChunk) {
      lastChunk = { messages: [], estimatedPx: 0 };
      chunks.push(lastChunk);
      characters = 0;
    }
    lastChunk.messages.push(shown);
    lastChunk.estimatedPx += estimateHeightPx(shown) + (lastChunk.messages.length > 1 ? gapPx : 0);
    characters += shown.message.content.length;
  }
  return chunks;
}

/** The first frame renders at least this height, from the end of the conversation, in CSS px. */
const firstFramePx = 1_500;

/** Returns the index of the first chunk in the first frame, which shows the end of the conversation. */
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

/**
 * True if a conversation is small enough to be rendered as a whole, so that the browser's own search finds everything.
 */
export function isSmall(thread: readonly ShownMessage[]): boolean {
  if (thread.length > maxSmallMessages) return false;
  return thread.reduce((sum, { message }) => sum + message.content.length, 0) <= maxSmallCharacters;
}

const gapPx = 8;
const linePx = 25;
const charactersPerLine = 72;
const stepPx = 36;

export function estimateHeightPx({ message }: ShownMessage): number {
  const lines = Math.ceil(message.content.length / charactersPerLine);
  const steps = message.data.steps?.length ?? 0;
  return message.role === "user" ? 66 + lines * linePx : 90 + lines * linePx + steps * stepPx;
}
