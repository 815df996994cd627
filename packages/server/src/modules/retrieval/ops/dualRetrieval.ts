import { dualRetrieval, parseDataSourceId, type RetrievedPassage } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { resolveDataSources } from "../../files/service.ts";
import { searchPassages } from "../searchPassages.ts";

/** `groupDataSources` is ignored, because groups do not exist yet. */
export const dualRetrievalHandler = implement(dualRetrieval, async (ctx, { userInput, dataSources, limit }) => {
  const sources = dataSources.map((source) => (typeof source === "string" ? { id: source } : source));
  const { files } = await resolveDataSources(ctx, ctx.actor, sources);
  const requestedIdsByKey = new Map(
    sources.flatMap(({ id }) => {
      const ref = parseDataSourceId(id);
      return ref?.kind === "file" ? [[ref.key, id] as const] : [];
    }),
  );
  // Files with the same bytes share a document. Return each document once, with the id of its first file in the
  // request.
  const idsByDocument = new Map<string, string>();
  for (const { key, documentId } of files) {
    if (documentId !== null && !idsByDocument.has(documentId))
      idsByDocument.set(documentId, requestedIdsByKey.get(key) ?? key);
  }
  const { passages } = await searchPassages(ctx, {
    question: userInput,
    documentIds: [...idsByDocument.keys()],
    limit,
    payer: ctx.actor,
    signal: ctx.signal,
  });
  return {
    result: passages.map(
      (passage): RetrievedPassage => [
        passage.content,
        idsByDocument.get(passage.documentId) ?? "",
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
