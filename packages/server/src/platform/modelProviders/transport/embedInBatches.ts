import { type EmbedCall, type EmbeddingResult, ModelError } from "../modelProvider.ts";

/** Maximum size of one response: 96 vectors of 4,096 numbers are about 8 MiB of JSON. */
export const maxEmbeddingsResponseBytes = 32 * 1024 * 1024;
const maxDimensions = 16_000;

/**
 * Requests the vectors of up to `batchSize` texts at a time, sequentially, and combines the results. Throws the errors
 * of `embedBatch`, the signal's reason, or `ModelError` with kind protocol unless there is one vector per text, all
 * with the same number of dimensions and with finite numbers.
 */
export async function embedInBatches(
  { texts, signal }: EmbedCall,
  batchSize: number,
  embedBatch: (texts: string[]) => Promise<EmbeddingResult>,
): Promise<EmbeddingResult> {
  const vectors: number[][] = [];
  let inputTokens: number | null = 0;
  for (let from = 0; from < texts.length; from += batchSize) {
    signal.throwIfAborted();
    const batch = texts.slice(from, from + batchSize);
    const result = await embedBatch(batch);
    if (result.vectors.length !== batch.length)
      throw new ModelError("protocol", `the server gave ${result.vectors.length} vectors for ${batch.length} texts`);
    vectors.push(...result.vectors);
    inputTokens = inputTokens === null || result.inputTokens === null ? null : inputTokens + result.inputTokens;
  }
  const [first] = vectors;
  const dimensions = first?.length ?? 0;
  const isValidVector = (vector: readonly unknown[]) =>
    vector.length === dimensions && vector.every((value) => typeof value === "number" && Number.isFinite(value));
  if (first && (dimensions === 0 || dimensions > maxDimensions || !vectors.every(isValidVector)))
    throw new ModelError("protocol", "the server gave an invalid vector");
  return { vectors, inputTokens };
}
