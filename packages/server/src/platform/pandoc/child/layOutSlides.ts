import { countSlideLines, slideLines } from "./countSlideLines.ts";
import { type Block, header, type Inline, paragraph, text, wordsOf } from "./pandocTree.ts";
import { joinBlocks, splitBlock } from "./splitBlock.ts";

interface ParsedSection {
  kind: "name" | "user" | "assistant";
  blocks: readonly Block[];
}

/** A heading of this level or a higher one begins a slide; a lower one is a bold line. */
const lowestTitle = 3;
/** A prompt of at most this many characters is the title of the slide with its answer; of a longer one its beginning is. */
const longestTitle = 90;

/**
 * The blocks as slides: pandoc begins one at each heading of level 2, and a page of its own at one of level 1. Nothing is left out: what does not
 * fit on a slide goes on the next one, under the same title. A table, or a picture, has a slide to itself.
 */
export function layOutSlides(pieces: readonly ParsedSection[], title: string): Block[] {
  const deck = createDeck([text(title)]);
  let name: Inline[] = [text(title)];
  for (const { kind, blocks } of pieces) {
    const first = blocks[0];
    if (kind === "name") {
      name = [text(blocks.map(wordsOfBlock).join(" "))];
      deck.addPage(name);
    } else if (kind === "user") {
      const words = first ? wordsOfBlock(first) : "";
      deck.beginPrompt(words === "" ? name : [text(cut(words))]);
      const isInTitle = blocks.length === 1 && first?.t === "Para" && words.length <= longestTitle;
      if (!isInTitle)
        for (const block of blocks) deck.add(block.t === "Header" ? block : { t: "BlockQuote", c: [block] });
    } else {
      // Under the prompt that it answers, where that is there.
      deck.endPiece(name);
      for (const block of blocks) deck.add(block);
    }
  }
  return deck.finish();
}

function createDeck(firstTitle: Inline[]) {
  const made: Block[] = [];
  let title = firstTitle;
  let blocks: Block[] = [];
  /** A title under which nothing has come yet. */
  let waiting: Inline[] | null = null;
  /** A bold line that stays with what follows it. */
  let lead: Block[] = [];
  /** What answers the last prompt has come, or there was none. */
  let hasAnswer = true;

  const endSlide = () => {
    if (blocks.length > 0) made.push(header(2, title), ...joinBlocks(blocks));
    blocks = [];
  };
  const beginSlide = (next: Inline[]) => {
    flushLead();
    endSlide();
    if (waiting) made.push(header(1, waiting));
    waiting = next;
    title = next;
  };
  const put = (block: Block, limit: number) => {
    waiting = null;
    const standsAlone = block.t === "Table" || isPicture(block);
    const added = [...lead, block];
    lead = [];
    const isFull = countSlideLines([...blocks, ...added]) > limit;
    if (standsAlone || (isFull && blocks.length > 0)) endSlide();
    blocks.push(...added);
    if (standsAlone) endSlide();
  };
  const flushLead = () => {
    if (lead.length > 0) waiting = null;
    blocks.push(...lead);
    lead = [];
  };
  return {
    /** What comes next stands under the prompt that it answers; without one, under that title. */
    endPiece(without: Inline[]) {
      flushLead();
      endSlide();
      if (hasAnswer) {
        if (waiting) made.push(header(1, waiting));
        waiting = null;
        title = without;
      }
      hasAnswer = true;
    },
    addPage(name: Inline[]) {
      flushLead();
      endSlide();
      if (waiting) made.push(header(1, waiting));
      made.push(header(1, name));
      waiting = null;
      title = name;
      hasAnswer = true;
    },
    beginPrompt(words: Inline[]) {
      beginSlide(words);
      hasAnswer = false;
    },
    add(block: Block) {
      if (block.t === "HorizontalRule") return endSlide();
      if (block.t === "Header" && block.c[0] <= lowestTitle) return beginSlide(block.c[2]);
      if (block.t === "Header") {
        lead.push(paragraph([{ t: "Strong", c: block.c[2] }]));
        return;
      }
      const cost = countSlideLines([block]);
      // A short one is not torn apart where the next slide has room for it.
      if (block.t !== "Table" && cost <= slideLines / 2) return put(block, slideLines);
      const parts = splitBlock(block);
      const total = countSlideLines([...blocks, ...lead, block]);
      // As much on the last slide as on the others.
      const limit = total / Math.ceil(total / slideLines) + 1;
      for (const part of parts) put(part, parts.length > 3 ? Math.min(slideLines, limit) : slideLines);
    },
    finish(): Block[] {
      flushLead();
      endSlide();
      if (waiting) made.push(header(1, waiting));
      return made;
    },
  };
}

const cut = (words: string) =>
  words.length <= longestTitle ? words : `${words.slice(0, longestTitle - 1).trimEnd()}…`;

function isPicture(block: Block): boolean {
  return (block.t === "Para" || block.t === "Plain") && block.c.some(({ t }) => t === "Image");
}

function wordsOfBlock(block: Block): string {
  if (block.t === "Header") return wordsOf(block.c[2]);
  return block.t === "Para" || block.t === "Plain" ? wordsOf(block.c) : "";
}
