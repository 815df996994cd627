export { registerRetrievalJobs } from "./embedDocument.ts";
export { embeddingsServer } from "./embeddingsServer.ts";
export { prepareVectors } from "./prepareVectors.ts";
export { requestEmbedding, resumeEmbeddings } from "./requestEmbedding.ts";
export { searchByWords, searchPassages } from "./searchPassages.ts";
export { writeChunks } from "./writeChunks.ts";
