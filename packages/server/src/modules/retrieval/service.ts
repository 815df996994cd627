export { registerRetrievalJobs } from "./embedDocument.ts";
export { embedForCaller } from "./embedTexts.ts";
export { findSearchTerms } from "./fullText/findSearchTerms.ts";
export { getInverseDocumentFrequency, rankCandidates } from "./fullText/rankCandidates.ts";
export type { SearchTerm } from "./fullText/searchTerms.ts";
export { joinChunks } from "./joinChunks.ts";
export type { PassageQuote } from "./joinChunkTexts.ts";
export { prepareVectorTable } from "./prepareVectorTable.ts";
export {
  buildAnyTermQuery,
  buildSearchVector,
  listChunks,
  selectTermRanks,
  unpreparedMarker,
} from "./repository.ts";
export { continueEmbedding, requestEmbedding, requestMissingEmbedding, resumeEmbeddings } from "./requestEmbedding.ts";
export { searchPassages, searchPassagesByFullText } from "./searchPassages.ts";
export { adoptChunks, writeChunks } from "./writeChunks.ts";
