/** The families whose names do not contain “embed”, as Ollama, vLLM and gateways list them. */
const embeddingsPattern = /embed|(?:^|[/_.-])(?:bge|gte|e5|minilm)(?:[:_.-]|$)/i;

/** True for a model that returns vectors instead of answers, judging by its id. */
export const isEmbeddingsModelId = (id: string): boolean =>
  embeddingsPattern.test(id) && findOtherModelKind(id) !== "reranking";

/** What models do that neither chat nor return vectors. */
export type OtherModelKind = "speech" | "pictures" | "reranking" | "moderation";

/** Such models, which OpenAI, vLLM, LocalAI, Mistral and gateways list among the chat models. */
const otherKinds: readonly (readonly [OtherModelKind, RegExp])[] = [
  ["reranking", /rerank/i],
  ["moderation", /moderation/i],
  [
    "speech",
    /whisper|transcribe|parakeet|kokoro|(?:^|\/)speech-\d|(?:^|[/_-])(?:x?tts|asr|piper)(?:[._-]?\d|[:._-]|$)/i,
  ],
  [
    "pictures",
    // Not a chat model whose name begins in the same way, as `flux-7b-instruct` does.
    /(?:dall-e|stable-diffusion|gpt-image|qwen-image|seedream|mistral-ocr|(?:^|[/_-])(?:sdxl|flux|imagen|veo|sora)(?![._-]?\d+(?:\.\d+)?b)(?:[._-]?\d|[:._-]|$))(?!.*(?:chat|instruct|prompt))/i,
  ],
];

/** Returns the kind of a model that can neither chat nor return vectors, judging by its id; null for all others. */
export const findOtherModelKind = (id: string): OtherModelKind | null =>
  otherKinds.find(([, pattern]) => pattern.test(id))?.[0] ?? null;
