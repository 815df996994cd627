import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createScriptedVector } from "../modelServer/scriptedVectors.ts";

interface RerankRequest {
  path: string;
  authorization: string | undefined;
  body: { model?: string; query: string; documents?: string[]; texts?: string[]; top_n?: number };
}

export interface RerankServer {
  /** URL without `/rerank`. */
  url: string;
  /** All received requests, oldest first. */
  requests: RerankRequest[];
  /** What the next responses are instead of scores: a status, a body, or none at all. Null: scores again. */
  misbehave(how: { status: number } | { body: string } | "hang" | null): void;
  close(): Promise<void>;
}

/**
 * Starts a reranking server on 127.0.0.1 that scores texts by their scripted vectors. It answers requests with
 * `documents` like Cohere, Jina and vLLM, and those with `texts` like Text Embeddings Inference.
 */
export async function startRerankServer(): Promise<RerankServer> {
  const requests: RerankRequest[] = [];
  let misbehaviour: Parameters<RerankServer["misbehave"]>[0] = null;
  const server = http.createServer(async (request, response) => {
    let json = "";
    for await (const part of request.setEncoding("utf8")) json += part;
    const body: RerankRequest["body"] = JSON.parse(json);
    requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    if (misbehaviour === "hang") return;
    if (misbehaviour !== null) {
      const { status, reply } =
        "status" in misbehaviour
          ? { status: misbehaviour.status, reply: "{}" }
          : { status: 200, reply: misbehaviour.body };
      response.writeHead(status, { "content-type": "application/json" }).end(reply);
      return;
    }
    const questionVector = createScriptedVector(body.query);
    const scores = (body.documents ?? body.texts ?? []).map((text) =>
      createScriptedVector(text).reduce((sum, value, index) => sum + value * (questionVector[index] ?? 0), 0),
    );
    const reply = body.documents
      ? { results: scores.map((score, index) => ({ index, relevance_score: score })) }
      : scores.map((score, index) => ({ index, score }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    misbehave: (how) => {
      misbehaviour = how;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
