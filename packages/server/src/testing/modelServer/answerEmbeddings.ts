import type { ServerResponse } from "node:http";
import { behaviourFor, tokensOf } from "./behaviour.ts";
import { errorBody } from "./chatWire.ts";
import type { RecordedRequest } from "./recordedRequest.ts";
import { scriptedVector } from "./scriptedVectors.ts";

/** Most texts of one request, as OpenAI has it. */
const maxTexts = 2_048;

/** Answers `/embeddings` and enters what it took. A status in the directives of a text refuses all of them. */
export function answerEmbeddings(model: string, request: RecordedRequest, response: ServerResponse): void {
  const { input } = request.body ?? {};
  const texts = typeof input === "string" ? [input] : Array.isArray(input) ? input.map(String) : [];
  const send = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  if (texts.length === 0 || texts.length > maxTexts || texts.includes("")) {
    send(400, errorBody("'input' must be 1 to 2048 texts.", "invalid_request_error", "invalid_value"));
    return;
  }
  const behaviour = behaviourFor({ model, prompt: texts.join("\n"), headers: request.headers });
  if (behaviour.status !== null) {
    const { status, code, headers } = behaviour;
    send(status, errorBody("The scripted server refuses.", "server_error", code), headers);
    return;
  }
  const tokens = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
  request.counted = { inputTokens: tokens, outputTokens: 0, cachedTokens: 0 };
  request.isReported = true;
  // In another order than asked: the index tells which is which.
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: scriptedVector(text) })).reverse();
  send(200, JSON.stringify({ object: "list", data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }));
}
