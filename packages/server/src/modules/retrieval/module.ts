import { defineModule } from "../../core/serverModule.ts";
import { describeEmbeddingsServer } from "./describeEmbeddingsServer.ts";
import { registerRetrievalJobs } from "./embedDocument.ts";
import { prepareVectorTable } from "./prepareVectorTable.ts";
import { resumeEmbeddings } from "./requestEmbedding.ts";

export const retrievalModule = defineModule({
  name: "retrieval",
  registerJobs: registerRetrievalJobs,
  prepare: prepareVectorTable,
  async start(platform) {
    await resumeEmbeddings(platform);
    return [];
  },
  async summarize(platform) {
    const serverDescription = await describeEmbeddingsServer(platform);
    const semanticText = `keyword and semantic search; document text is sent to ${serverDescription} (EMBEDDINGS_MODEL=none turns this off)`;
    const { reranker } = platform.config;
    const rerankText =
      reranker === null ? "" : `; found passages are sent to ${new URL(reranker.url).host} for reranking (RERANK_URL)`;
    return [{ label: "", text: `${serverDescription === null ? "keyword search only" : semanticText}${rerankText}` }];
  },
});
