import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import type { ScoredChunk } from "./buildPassages.ts";

/** Maximum number of chunks that are reranked. */
export const maxRerankedChunks = 30;
const maxQuestionLength = 2_000;
const maxTextLength = 4_000;
/** Maximum time that a search waits for the reranking server. */
const timeoutMs = 2_000;

/** Whether the last reranking failed, so that an outage is logged once. */
const getOutage = defineServerState(() => ({ isLogged: false }));

/**
 * Lets the configured server reorder the best chunks by how well they answer the question. The scores keep their order:
 * the best chunk gets the highest. Returns the chunks unchanged if no server is configured or if it fails. Throws the
 * signal's reason.
 */
export async function rerankChunks(
  platform: Platform,
  { question, chunks, signal }: { question: string; chunks: readonly ScoredChunk[]; signal: AbortSignal | undefined },
): Promise<readonly ScoredChunk[]> {
  const { config, modelProviders, log } = platform;
  if (config.reranker === null || chunks.length < 2) return chunks;
  const { url, model, apiKey } = config.reranker;
  const candidates = chunks.slice(0, maxRerankedChunks);
  const outage = getOutage(platform);
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  try {
    const provider = modelProviders.open({ wire: "openai", url, key: apiKey ?? "" });
    const rankedTexts =
      (await provider.rerank?.({
        model,
        query: question.slice(0, maxQuestionLength),
        texts: candidates.map(({ content }) => content.slice(0, maxTextLength).toWellFormed()),
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      })) ?? [];
    outage.isLogged = false;
    const rankedIndexes = new Set(rankedTexts.map(({ index }) => index));
    const order = [
      ...rankedIndexes,
      ...candidates.map((_, index) => index).filter((index) => !rankedIndexes.has(index)),
    ];
    const rerankedChunks = order.flatMap((index, rank) => {
      const chunk = candidates[index];
      return chunk ? [{ ...chunk, score: candidates[rank]?.score ?? chunk.score }] : [];
    });
    return [...rerankedChunks, ...chunks.slice(maxRerankedChunks)];
  } catch (error) {
    signal?.throwIfAborted();
    if (!outage.isLogged) log.warn({ kind: getErrorKind(error) }, "passages are not reranked: the server failed");
    outage.isLogged = true;
    return chunks;
  }
}

function getErrorKind(error: unknown): string {
  if (error instanceof ModelError) return error.kind;
  return error instanceof Error ? error.name : "unknown";
}
