import type { StoredChunk } from "./repository.ts";

/** The text of a passage as it is shown, apart from the headings above it. */
export interface PassageQuote {
  /** On one line, outermost first; empty if there are none. */
  headings: string;
  /** Where the headings of a later chunk differ and are not in the text, they are a line of it. */
  text: string;
}

/** The text of consecutive chunks. */
export interface ChunkTexts {
  /** Each chunk with its headings, as models read it. */
  content: string;
  /** Absent if it is not known which headings the chunks begin with. */
  quote?: PassageQuote;
}

type Chunk = Pick<StoredChunk, "content" | "headings">;

export function joinChunkTexts(chunks: readonly Chunk[]): ChunkTexts {
  const content = chunks.map((chunk) => chunk.content).join("\n\n");
  const paragraphs: string[] = [];
  let previous: PassageQuote | null = null;
  for (const chunk of chunks) {
    const quote = separateHeadings(chunk);
    if (quote === null) return { content };
    if (previous && needsHeadings(quote, previous)) paragraphs.push(quote.headings);
    paragraphs.push(quote.text);
    previous = quote;
  }
  return { content, quote: { headings: chunks[0]?.headings ?? "", text: paragraphs.join("\n\n") } };
}

function separateHeadings({ content, headings }: Chunk): PassageQuote | null {
  if (headings === null) return null;
  return { headings, text: headings === "" ? content : content.slice(headings.length + "\n".length) };
}

/** True if a text would seem to be in the section of the text before it. */
function needsHeadings({ headings, text }: PassageQuote, previous: PassageQuote): boolean {
  if (headings === "" || headings === previous.headings) return false;
  const isAbove = previous.headings.startsWith(`${headings} › `);
  if (isAbove && headingSignPattern.test(text)) return false;
  return !previous.text.split("\n").some((line) => {
    const heading = line.replace(headingSignPattern, "").replace(/\s+/g, " ").trim();
    return headings === heading || (heading !== "" && headings.endsWith(` › ${heading}`));
  });
}

const headingSignPattern = /^\s*#{1,6}\s+/;
