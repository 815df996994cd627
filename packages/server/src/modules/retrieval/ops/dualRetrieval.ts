import { parseDataSourceId, dualRetrieval, type RetrievedPassage } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { resolveDataSources } from "../../files/service.ts";
import { loadFlags } from "../../flags/service.ts";
import { searchPassages } from "../searchPassages.ts";

/** There are no groups yet whose documents could be searched: `groupDataSources` gives nothing. */
export const dualRetrievalHandler = implement(dualRetrieval, async (ctx, { userInput, dataSources, limit }) => {
  if (!(await loadFlags(ctx, ctx.actor)).ragEnabled) {
    throw new AppError("forbidden", { userMessage: "Searching documents is switched off here." });
  }
  const sources = dataSources.map((source) => (typeof source === "string" ? { id: source } : source));
  const { files } = await resolveDataSources(ctx, ctx.actor, sources);
  const named = new Map(
    sources.flatMap(({ id }) => {
      const ref = parseDataSourceId(id);
      return ref?.kind === "file" ? [[ref.key, id] as const] : [];
    }),
  );
  // Two files with the same bytes are one document, which is found once, under the one that was named first.
  const keys = new Map<string, string>();
  for (const { key, documentId } of files) {
    if (documentId !== null && !keys.has(documentId)) keys.set(documentId, named.get(key) ?? key);
  }
  const passages = await searchPassages(ctx, {
    question: userInput,
    documentIds: [...keys.keys()],
    limit,
    userId: ctx.actor.userId,
    signal: ctx.signal,
  });
  return {
    result: passages.map(
      (passage): RetrievedPassage => [
        passage.content,
        keys.get(passage.documentId) ?? "",
        passage.locations,
        passage.originalIndexes,
        passage.charIndex,
        passage.tokens,
        passage.chunkIds[0] ?? "",
        passage.score,
      ],
    ),
  };
});
