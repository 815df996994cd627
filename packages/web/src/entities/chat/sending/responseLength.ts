import { defaultOutputTokenLimit, responseLength } from "@lectern/contract";

/**
 * Returns the maximum answer length in tokens for a position of the Response Length slider (0 to 6) and the model's
 * limit; at least 1.
 */
export function maxTokensAt(position: number, outputTokenLimit: number | undefined): number {
  const limit = outputTokenLimit || defaultOutputTokenLimit;
  return Math.min(limit, Math.max(1, Math.round((position / responseLength.max) * limit)));
}

/** Returns the slider position for a maximum answer length. Null is the default, in the middle. */
export function sliderPositionOf(maxTokens: number | null, outputTokenLimit: number | undefined): number {
  if (maxTokens === null) return responseLength.initial;
  const position = (maxTokens / (outputTokenLimit || defaultOutputTokenLimit)) * responseLength.max;
  return Math.min(responseLength.max, Math.round(position * 10) / 10);
}

/**
 * Returns the maximum answer length to request: the conversation's, within the model's limit, or half the limit by
 * default.
 */
export function resolveMaxTokens(maxTokens: number | null, outputTokenLimit: number | undefined): number {
  const limit = outputTokenLimit || defaultOutputTokenLimit;
  return maxTokens === null ? maxTokensAt(responseLength.initial, limit) : Math.min(limit, Math.max(1, maxTokens));
}
