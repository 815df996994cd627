import { type EmbedCall, type EmbeddingResult, ModelError } from "../modelProvider.ts";

/** Of one reply: 96 vectors of 4,096 numbers in JSON are some 8 MiB. */
export const maxVectorBytes = 32 * 1024 * 1024;
const maxDimensions = 16_000;

/**
 * Asks for the vectors of at most `atOnce` texts at a time, one request after the other, and puts the replies together. Throws
 * `ModelError`, protocol where there is not one vector a text, all of one length and all of finite numbers.
 */
export async function embedInBatches(
  { texts, signal }: EmbedCall,
  atOnce: number,
  ask: (texts: string[]) => Promise<EmbeddingResult>,
): Promise<EmbeddingResult> {
  const vectors: number[][] = [];
  let inputTokens: number | null = 0;
  for (let from = 0; from < texts.length; from += atOnce) {
    signal.throwIfAborted();
    const batch = texts.slice(from, from + atOnce);
    const reply = await ask(batch);
    if (reply.vectors.length !== batch.length)
      throw new ModelError("protocol", `the server gave ${reply.vectors.length} vectors for ${batch.length} texts`);
    vectors.push(...reply.vectors);
    inputTokens = inputTokens === null || reply.inputTokens === null ? null : inputTokens + reply.inputTokens;
  }
  const [first] = vectors;
  const dimensions = first?.length ?? 0;
  const isValidVector = (vector: readonly unknown[]) =>
    vector.length === dimensions && vector.every((value) => typeof value === "number" && Number.isFinite(value));
  if (first && (dimensions === 0 || dimensions > maxDimensions || !vectors.every(isValidVector)))
    throw new ModelError("protocol", "the server gave something that is no vector");
  return { vectors, inputTokens };
}
