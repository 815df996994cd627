export { registerRetrievalJobs } from "./embedDocument.ts";
export { joinChunks } from "./joinChunks.ts";
export type { PassageQuote } from "./joinChunkTexts.ts";
export { prepareVectorTable } from "./prepareVectorTable.ts";
export { requestEmbedding, requestMissingEmbedding, resumeEmbeddings } from "./requestEmbedding.ts";
export { searchPassages, searchPassagesByFullText } from "./searchPassages.ts";
export { writeChunks } from "./writeChunks.ts";
