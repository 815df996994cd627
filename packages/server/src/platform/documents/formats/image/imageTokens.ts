/**
 * Tokens that a picture of this size in pixels takes, by the family of models. Estimates by the providers' documentation; what a provider bills
 * is what it says after the answer.
 */
export function imageTokens(width: number, height: number): Record<string, number> {
  const anthropic = anthropicTokens(width, height);
  return {
    openai: openAiTokens(width, height),
    anthropic,
    google: googleTokens(width, height),
    // Bedrock's own list names no formula of its own: most of its models that see are Anthropic's.
    bedrock: anthropic,
  };
}

/**
 * "high" detail of GPT-4o and its successors: fitted into 2,048 x 2,048, then the shorter side brought to 768, 170 tokens a tile of 512 x 512 and
 * 85 for the whole. https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
function openAiTokens(width: number, height: number): number {
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const shrink = Math.min(1, 768 / (Math.min(width, height) * fit));
  const tiles = (side: number) => Math.max(1, Math.ceil((side * fit * shrink) / 512));
  return 85 + 170 * tiles(width) * tiles(height);
}

/** Width times height by 750, after it is fitted into 1,568 pixels a side. https://docs.anthropic.com/en/docs/build-with-claude/vision */
function anthropicTokens(width: number, height: number): number {
  const fit = Math.min(1, 1_568 / Math.max(width, height));
  return Math.ceil((width * fit * height * fit) / 750);
}

/** 258 up to 384 pixels a side, and 258 for each tile of 768 x 768 beyond. https://ai.google.dev/gemini-api/docs/tokens */
function googleTokens(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 258;
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}
