import type { ChatEvent } from "@lectern/contract";
import * as z from "zod/mini";
import type { Run } from "../../../core/context.ts";
import { defineTool, documentToolNames, type ServerTool } from "../../../core/run/tool.ts";
import { extractContentWords } from "../../../platform/extractContentWords.ts";
import { estimateMaxTokens } from "../../../platform/tokenCounter.ts";
import type { CitablePassage } from "../citations/watchCitations.ts";
import { formatPassage } from "../prompt/documentsBlock.ts";
import { formatReadingNotes } from "../prompt/readingNotes.ts";
import { type FoundPassage, searchDocuments } from "../search/searchDocuments.ts";
import { isConfidential, isSameDocument, toCitedPassage } from "../sourceDocument.ts";
import { findNeighbours } from "./findNeighbours.ts";
import type { OpenDocuments } from "./openDocuments.ts";

/** Limits of one search, because its result stays in the context until the end of the answer. */
const maxResultTokens = 4_000;
const maxResultPassages = 8;
const maxSearches = 3;
const maxOpenings = 5;

const SearchInput = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(500)),
});
const OpenInput = z.object({
  passage: z.int().check(z.minimum(1)),
  count: z._default(z.int().check(z.minimum(1), z.maximum(5)), 2),
});

const descriptions = {
  search:
    "Searches the documents of this conversation again. Use it if the passages that you were given do not answer the question: search for the words that the documents probably use, or for one part of the question at a time. Returns numbered passages to cite.",
  open: "Returns the text before and after a numbered passage in its document, as further numbered passages. Use it if a passage is cut off or refers to its surroundings.",
};

/**
 * What the model is told about a search of its own whose evidence is weak. It says nothing about other searches, which may
 * have found the answer.
 */
const weakQueryNote =
  "No passage clearly matches this query. These are the closest ones. Try other words, or say what you did not find.";

/** Numbers passages in the order in which the model gets them. */
export interface PassageNumbering {
  /** Finds the passage with this number. */
  get(number: number): FoundPassage | undefined;
  /** Returns the passage's number. A passage that the model already has keeps its number. */
  add(foundPassage: FoundPassage): { number: number; isNew: boolean };
}

export function createPassageNumbering(
  foundPassages: ReadonlyMap<number, FoundPassage>,
  firstNewNumber: number,
): PassageNumbering {
  const passagesByNumber = new Map(foundPassages);
  let nextNumber = firstNewNumber;
  return {
    get: (number) => passagesByNumber.get(number),
    add(foundPassage) {
      for (const [number, known] of passagesByNumber)
        if (isSamePassage(known, foundPassage)) return { number, isNew: false };
      const number = nextNumber++;
      passagesByNumber.set(number, foundPassage);
      return { number, isNew: true };
    },
  };
}

/** Creates the tools with which the model searches and reads documents while it answers. */
export function createDocumentTools(
  { platform, payer }: Pick<Run, "platform" | "payer">,
  { documents, read }: OpenDocuments,
  numbering: PassageNumbering,
  addCitablePassage: (number: number, passage: CitablePassage) => void,
): ServerTool[] {
  /**
   * Formats passages for the model, and adds those that are new to the sources of the answer; those of confidential
   * documents only once the answer cites them.
   */
  const present = (foundPassages: readonly FoundPassage[], questionWords: ReadonlySet<string>) => {
    const numberedPassages = foundPassages.map((each) => ({ ...each, ...numbering.add(each) }));
    const newSources = numberedPassages
      .filter(({ isNew }) => isNew)
      .flatMap(({ document, passage, number, score }) => {
        const citedPassage = toCitedPassage(document, passage, number, { questionWords, score });
        if (!isConfidential(document)) return [citedPassage];
        addCitablePassage(number, { group: "rag", passage: citedPassage });
        return [];
      });
    const events: ChatEvent[] =
      newSources.length === 0 ? [] : [{ s: "meta", state: { sources: { rag: { sources: newSources } } } }];
    const texts = numberedPassages.map(({ document, passage, number }) =>
      formatPassage({ ...passage, number, name: document.name }),
    );
    const readingNotes = formatReadingNotes(foundPassages.map(({ document }) => document));
    const text = `<documents>\n${texts.join("\n")}\n</documents>`;
    return { text: readingNotes === "" ? text : `${text}\n${readingNotes}`, events };
  };

  return [
    defineTool({
      name: documentToolNames.search,
      title: "Search documents",
      description: descriptions.search,
      input: SearchInput,
      maxCalls: maxSearches,
      async run({ query }, { signal }) {
        const { passages: foundPassages, isWeak } = await searchDocuments(platform, {
          ...{ payer, question: query, documents, read, signal },
          budget: maxResultTokens - estimateMaxTokens(weakQueryNote),
          maxPassages: maxResultPassages,
        });
        if (foundPassages.length === 0) return { text: "Nothing was found. Try other words." };
        const { text, events } = present(foundPassages, extractContentWords(query));
        return { text: isWeak ? `${weakQueryNote}\n${text}` : text, events };
      },
    }),
    defineTool({
      name: documentToolNames.open,
      title: "Read around a passage",
      description: descriptions.open,
      input: OpenInput,
      maxCalls: maxOpenings,
      async run({ passage: number, count }) {
        const foundPassage = numbering.get(number);
        if (!foundPassage) return { text: `There is no passage with the number ${number}.`, isError: true };
        const { document, passage } = foundPassage;
        const neighbours = findNeighbours(await read(document), passage, { count, maxTokens: maxResultTokens });
        if (neighbours.length === 0) return { text: "There is no more text around this passage." };
        return present(
          neighbours.map((neighbour) => ({ document, passage: neighbour })),
          new Set(),
        );
      },
    }),
  ];
}

/** Tokens of the definitions of the tools. */
export const documentToolTokens = estimateMaxTokens(
  JSON.stringify([descriptions, z.toJSONSchema(SearchInput), z.toJSONSchema(OpenInput)]),
);

function isSamePassage(a: FoundPassage, b: FoundPassage): boolean {
  return isSameDocument(a.document, b.document) && a.passage.content === b.passage.content;
}
