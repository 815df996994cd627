import { parseCitations } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import { type CitablePassage, type CitationWatcher, watchCitations } from "./citations/watchCitations.ts";
import { type GatheredDataSources, gatherDataSources, noDataSources } from "./gatherDataSources.ts";
import { toModelPassages } from "./prompt/documentsBlock.ts";
import { createDocumentTools, createPassageNumbering } from "./tools/documentTools.ts";

/** Adds the documents and images of the messages to an answer, and the passages that the answer cites to its sources. */
export const sourcesStep: RunStep = {
  name: "sources",
  begin(run) {
    let sources: GatheredDataSources = noDataSources;
    let citablePassages = new Map<number, CitablePassage>();
    let citationWatcher: CitationWatcher | null = null;
    return {
      async attach(frame) {
        sources = await gatherDataSources(run, frame);
        if (sources === noDataSources) return undefined;
        citablePassages = new Map(sources.citablePassages);
        const { passages, openDocuments, block, tokens, images, events, foreignFileIds } = sources;
        return {
          ...{ block, tokens, images, events, foreignFileIds },
          toolSpace: openDocuments?.toolSpace ?? 0,
          passages: toModelPassages(passages),
          tools: createTools(run, sources, (number, passage) => citablePassages.set(number, passage)),
        };
      },
      onEvent(event, emit) {
        // Tools may find further citable passages, and the text before them decides what is a citation.
        if (citablePassages.size === 0 && sources.openDocuments === null) return;
        citationWatcher ??= watchCitations(citablePassages, emit);
        citationWatcher.read(event);
      },
      onTextEnd: () => citationWatcher?.end(),
    };
  },
};

function createTools(
  run: Run,
  { passages, foundPassages, openDocuments }: GatheredDataSources,
  addCitablePassage: (number: number, passage: CitablePassage) => void,
) {
  if (!openDocuments) return [];
  // An answer that another run has begun has numbers from its first part.
  const usedNumbers = parseCitations(run.getAnswer().state).flatMap(({ sources }) =>
    sources.map(({ index = 0 }) => index),
  );
  const lastNumber = [...usedNumbers, ...passages.map(({ number }) => number)].reduce(
    (highest, number) => Math.max(highest, number),
    0,
  );
  const numbering = createPassageNumbering(foundPassages, lastNumber + 1);
  return createDocumentTools(run, openDocuments, numbering, addCitablePassage);
}
