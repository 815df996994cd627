/**
 * Estimates the input tokens of an image of this size in pixels, by model family, based on the providers'
 * documentation. Actual costs are computed from the usage that the provider reports with the answer.
 */
export function estimateImageTokens(width: number, height: number): Record<string, number> {
  const anthropicTokens = estimateAnthropicTokens(width, height);
  return {
    openai: estimateOpenAiTokens(width, height),
    anthropic: anthropicTokens,
    google: estimateGoogleTokens(width, height),
    // Bedrock documents no formula; most of its models that accept images are Anthropic's.
    bedrock: anthropicTokens,
  };
}

/**
 * The detail level "high" of GPT-4o and its successors: the image is scaled down to fit into 2,048 x 2,048 pixels, then
 * so that its shorter side is at most 768. It counts as 85 tokens plus 170 per tile of 512 x 512.
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
function estimateOpenAiTokens(width: number, height: number): number {
  const fitScale = Math.min(1, 2_048 / Math.max(width, height));
  const shrinkScale = Math.min(1, 768 / (Math.min(width, height) * fitScale));
  const countTiles = (side: number) => Math.max(1, Math.ceil((side * fitScale * shrinkScale) / 512));
  return 85 + 170 * countTiles(width) * countTiles(height);
}

/**
 * Width times height divided by 750, after scaling down to at most 1,568 pixels per side.
 * https://docs.anthropic.com/en/docs/build-with-claude/vision
 */
function estimateAnthropicTokens(width: number, height: number): number {
  const fitScale = Math.min(1, 1_568 / Math.max(width, height));
  return Math.ceil((width * fitScale * height * fitScale) / 750);
}

/**
 * 258 tokens for an image of up to 384 pixels per side, or else 258 per tile of 768 x 768.
 * https://ai.google.dev/gemini-api/docs/tokens
 */
function estimateGoogleTokens(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 258;
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}
