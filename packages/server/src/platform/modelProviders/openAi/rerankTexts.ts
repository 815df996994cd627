import { ModelError, type RankedText, type RerankCall } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";
import { readBody } from "../transport/modelHttp.ts";
import { type ModelTransport, postModelRequest } from "../transport/modelTransport.ts";

/** Some servers return the texts along with the scores. */
const maxResponseBytes = 4 * 1024 * 1024;

/**
 * Lets a server order texts by how well they answer a query. With a model, the request has the form that Cohere, Jina,
 * vLLM and others share; without one, that of Text Embeddings Inference, which serves a single model. Throws
 * `ModelError`, with kind protocol if the response does not score texts of the request.
 */
export async function rerankTexts(
  transport: ModelTransport,
  url: URL,
  headers: Record<string, string>,
  { model, query, texts, signal }: RerankCall,
): Promise<RankedText[]> {
  const response = await postModelRequest(transport, {
    url,
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(
      model === null ? { query, texts, truncate: true } : { model, query, documents: texts, top_n: texts.length },
    ),
    signal,
  });
  const { firstByteMs } = transport.limits;
  const bodyLimits = { maxBytes: maxResponseBytes, overflow: "reject", timeoutMs: firstByteMs, signal } as const;
  return parseRankedTexts(parseJsonOrUndefined(await readBody(response, bodyLimits)), texts.length);
}

/** Reads `{results: [{index, relevance_score}]}` or `[{index, score}]`. Returns the best first. Throws `ModelError`. */
function parseRankedTexts(body: unknown, textCount: number): RankedText[] {
  const entries: unknown = isRecord(body) ? body.results : body;
  if (!Array.isArray(entries)) throw new ModelError("protocol", "the server's answer is not a list of scores");
  const scores = new Map<number, number>();
  for (const entry of entries) {
    const index: unknown = isRecord(entry) ? entry.index : null;
    const score: unknown = isRecord(entry) ? (entry.relevance_score ?? entry.score) : null;
    const isValid =
      typeof index === "number" && Number.isInteger(index) && index >= 0 && index < textCount && !scores.has(index);
    if (!isValid || typeof score !== "number" || !Number.isFinite(score))
      throw new ModelError("protocol", "the server gave an invalid score");
    scores.set(index, score);
  }
  if (textCount > 0 && scores.size === 0) throw new ModelError("protocol", "the server gave no scores");
  return [...scores].map(([index, score]) => ({ index, score })).sort((a, b) => b.score - a.score);
}
