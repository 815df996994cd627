/** What is publicly known of a model. Windows and limits in tokens, prices in US dollars per million tokens. */
export interface KnownModel {
  name: string;
  /** Longest input. Where a longer one is possible at a higher price, the window ends before it, so that the price stays true. */
  inputContextWindow: number;
  outputTokenLimit: number;
  supportsImages: boolean;
  price: { input: number; output: number; cached: number } | null;
}

const gpt5 = { inputContextWindow: 272_000, outputTokenLimit: 128_000, supportsImages: true };
const gpt41 = { inputContextWindow: 1_047_576, outputTokenLimit: 32_768, supportsImages: true };
const gpt4o = { inputContextWindow: 128_000, outputTokenLimit: 16_384, supportsImages: true };
const oSeries = { inputContextWindow: 200_000, outputTokenLimit: 100_000, supportsImages: true };

/**
 * OpenAI's chat models by the figures of models.dev and OpenAI's price list as of summer 2026; a null price means that the sources
 * disagree. The order is that in which one of them becomes the default.
 */
const known: ReadonlyMap<string, KnownModel> = new Map<string, KnownModel>([
  ["gpt-5.6", { name: "GPT-5.6", ...gpt5, price: { input: 2, output: 10, cached: 0.2 } }],
  ["gpt-5.6-sol", { name: "GPT-5.6 Sol", ...gpt5, price: { input: 2, output: 10, cached: 0.2 } }],
  ["gpt-5.6-terra", { name: "GPT-5.6 Terra", ...gpt5, price: null }],
  ["gpt-5.6-luna", { name: "GPT-5.6 Luna", ...gpt5, price: null }],
  ["gpt-5.4", { name: "GPT-5.4", ...gpt5, price: { input: 2.5, output: 15, cached: 0.25 } }],
  ["gpt-5.4-mini", { name: "GPT-5.4 mini", ...gpt5, price: { input: 0.75, output: 4.5, cached: 0.075 } }],
  ["gpt-5.4-nano", { name: "GPT-5.4 nano", ...gpt5, price: { input: 0.2, output: 1.25, cached: 0.02 } }],
  ["gpt-5.5", { name: "GPT-5.5", ...gpt5, price: { input: 5, output: 30, cached: 0.5 } }],
  ["gpt-5.2", { name: "GPT-5.2", ...gpt5, price: { input: 1.75, output: 14, cached: 0.175 } }],
  ["gpt-5.1", { name: "GPT-5.1", ...gpt5, price: { input: 1.25, output: 10, cached: 0.125 } }],
  ["gpt-5", { name: "GPT-5", ...gpt5, price: { input: 1.25, output: 10, cached: 0.125 } }],
  ["gpt-5-mini", { name: "GPT-5 mini", ...gpt5, price: { input: 0.25, output: 2, cached: 0.025 } }],
  ["gpt-5-nano", { name: "GPT-5 nano", ...gpt5, price: { input: 0.05, output: 0.4, cached: 0.005 } }],
  ["gpt-4.1", { name: "GPT-4.1", ...gpt41, price: { input: 2, output: 8, cached: 0.5 } }],
  ["gpt-4.1-mini", { name: "GPT-4.1 mini", ...gpt41, price: { input: 0.4, output: 1.6, cached: 0.1 } }],
  ["gpt-4.1-nano", { name: "GPT-4.1 nano", ...gpt41, price: { input: 0.1, output: 0.4, cached: 0.025 } }],
  ["gpt-4o", { name: "GPT-4o", ...gpt4o, price: { input: 2.5, output: 10, cached: 1.25 } }],
  ["gpt-4o-mini", { name: "GPT-4o mini", ...gpt4o, price: { input: 0.15, output: 0.6, cached: 0.075 } }],
  ["o3", { name: "o3", ...oSeries, price: { input: 2, output: 8, cached: 0.5 } }],
  ["o4-mini", { name: "o4-mini", ...oSeries, price: { input: 1.1, output: 4.4, cached: 0.275 } }],
]);

const order = [...known.keys()];

/** Taken for OpenAI's models when its list could not be had. */
export const openAiModelsWithoutList: readonly string[] = ["gpt-5.4", "gpt-5.4-mini", "gpt-5.4-nano"];

/** What is known of a model by its id, a dated one included, as in `gpt-4o-2024-08-06`. */
export function findKnownModel(id: string): KnownModel | null {
  return known.get(id) ?? known.get(id.replace(/-\d{4}-\d{2}-\d{2}$/, "")) ?? null;
}

/** Known models first, in the order of the table above; the others keep their order. */
export function byKnownOrder(a: string, b: string): number {
  const place = (id: string) => (known.has(id) ? order.indexOf(id) : order.length);
  return place(a) - place(b);
}

/** Whether OpenAI serves this model as a chat; its list also names pictures, speech, embeddings and dated twins. */
export function isOpenAiChatModel(id: string): boolean {
  if (known.has(id)) return true;
  const isChatFamily = /^(gpt-|chatgpt-|o\d)/.test(id);
  const isOther =
    /audio|realtime|transcribe|tts|image|search|instruct|codex|research|live|preview|cyber|-pro$|-\d{4}$|-\d{4}-\d{2}-\d{2}$|-16k$/;
  return isChatFamily && !isOther.test(id);
}

/** By its name: a model that gives vectors instead of answers. */
export function isEmbeddingModel(id: string): boolean {
  return /embed/i.test(id);
}

/** Whether a model is worth offering for chats at this address: OpenAI's list names much else. */
export function isServedAsChat(url: string, id: string): boolean {
  return new URL(url).hostname === "api.openai.com" ? isOpenAiChatModel(id) : !isEmbeddingModel(id);
}
