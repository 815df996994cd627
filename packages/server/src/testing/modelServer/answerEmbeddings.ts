import type { ServerResponse } from "node:http";
import { determineBehaviour, tokensOf } from "./behaviour.ts";
import { formatErrorBody } from "./chatWire.ts";
import type { RecordedRequest } from "./recordedRequest.ts";
import { createScriptedVector } from "./scriptedVectors.ts";

/** Maximum number of texts in one request, which is also OpenAI's limit. */
const maxTexts = 2_048;

/** Answers `/embeddings` and records the usage. A `[[status]]` directive in any text rejects the whole request. */
export function answerEmbeddings(model: string, request: RecordedRequest, response: ServerResponse): void {
  const { input } = request.body ?? {};
  const texts = typeof input === "string" ? [input] : Array.isArray(input) ? input.map(String) : [];
  const send = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  if (texts.length === 0 || texts.length > maxTexts || texts.includes("")) {
    send(400, formatErrorBody("'input' must be 1 to 2048 texts.", "invalid_request_error", "invalid_value"));
    return;
  }
  const behaviour = determineBehaviour({ model, prompt: texts.join("\n"), headers: request.headers });
  if (behaviour.status !== null) {
    const { status, code, headers } = behaviour;
    send(status, formatErrorBody("The scripted server refuses.", "server_error", code), headers);
    return;
  }
  const tokens = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
  request.usage = { inputTokens: tokens, outputTokens: 0, cachedTokens: 0 };
  request.isReported = true;
  // Reversed, because clients must match vectors to texts by index.
  const data = texts
    .map((text, index) => ({ object: "embedding", index, embedding: createScriptedVector(text) }))
    .reverse();
  send(200, JSON.stringify({ object: "list", data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }));
}
