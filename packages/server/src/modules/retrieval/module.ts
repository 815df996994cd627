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
    return [{ label: "", text: serverDescription === null ? "keyword search only" : semanticText }];
  },
});
