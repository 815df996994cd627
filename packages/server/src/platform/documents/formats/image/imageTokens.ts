/**
 * Estimates how many tokens an image of this size in pixels costs, by model family. Based on the providers'
 * documentation; the bill follows the usage that the provider reports with the answer.
 */
export function imageTokens(width: number, height: number): Record<string, number> {
  const anthropic = anthropicTokens(width, height);
  return {
    openai: openAiTokens(width, height),
    anthropic,
    google: googleTokens(width, height),
    // Bedrock documents no formula; most of its models that accept images are Anthropic's.
    bedrock: anthropic,
  };
}

/**
 * "high" detail of GPT-4o and its successors: the image is fitted into 2,048 x 2,048, then its shorter side is scaled
 * to 768; it costs 170 tokens per tile of 512 x 512 plus 85.
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
function openAiTokens(width: number, height: number): number {
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const shrink = Math.min(1, 768 / (Math.min(width, height) * fit));
  const tiles = (side: number) => Math.max(1, Math.ceil((side * fit * shrink) / 512));
  return 85 + 170 * tiles(width) * tiles(height);
}

/**
 * Width times height divided by 750, after fitting into 1,568 pixels per side.
 * https://docs.anthropic.com/en/docs/build-with-claude/vision
 */
function anthropicTokens(width: number, height: number): number {
  const fit = Math.min(1, 1_568 / Math.max(width, height));
  return Math.ceil((width * fit * height * fit) / 750);
}

/**
 * 258 up to 384 pixels per side; for larger images 258 per tile of 768 x 768.
 * https://ai.google.dev/gemini-api/docs/tokens
 */
function googleTokens(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 258;
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}
