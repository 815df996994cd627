import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Config, readConfig } from "../../../server/src/config.ts";
import { searchPassages } from "../../../server/src/modules/retrieval/service.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { Log } from "../../../server/src/platform/log.ts";
import { createModelProviders } from "../../../server/src/platform/modelProviders/createModelProviders.ts";
import type { Resources } from "../../support/resources.ts";
import { createSearchPlatform } from "./searchPlatform.ts";
import type { SearchFunction } from "./searchVariants.ts";

/** Returns a text's score for a question: the higher, the better it answers it. */
export type Reranker = (question: string, text: string) => number;

/** Searches by full text and lets a reranking server in this process, called over HTTP, reorder the best chunks. */
export async function createRerankedVariant(
  reranker: Reranker,
  options: { config: Config; db: Db; log: Log; documentIds: readonly string[]; resources: Resources },
): Promise<SearchFunction> {
  const { db, log, documentIds, resources } = options;
  const { url } = await resources.use(startRerankServer(reranker), (server) => server.close());
  const modelProviders = await resources.use(Promise.resolve(createModelProviders(log)), (opened) => opened.close());
  const config = readConfig({
    DATA_DIR: options.config.dataDir,
    ...{ RERANK_URL: `${url}/v1/rerank`, RERANK_MODEL: "scripted" },
  });
  const platform = createSearchPlatform({ config, db, log, modelProviders });
  return (wordings, limit) => searchPassages(platform, { ...wordings, documentIds, limit });
}

/** Counts the different words of the question that a text contains. */
export const countSharedWords: Reranker = (question, text) => {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return [...new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu))].filter((word) => words.has(word)).length;
};

/** Answers in the form of Cohere, Jina and vLLM. */
async function startRerankServer(reranker: Reranker): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer(async (request, response) => {
    let json = "";
    for await (const part of request.setEncoding("utf8")) json += part;
    const { query, documents }: { query: string; documents: string[] } = JSON.parse(json);
    const results = documents.map((text, index) => ({ index, relevance_score: reranker(query, text) }));
    results.sort((a, b) => b.relevance_score - a.relevance_score);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
