import { findOtherModelKind, isEmbeddingsModelId, type ModelProviderName } from "@lectern/contract";

/** Published facts about a model. Windows and limits in tokens, prices in US dollars per million tokens. */
export interface KnownModel {
  name: string;
  /** Maximum input. If longer input has a higher price per token, this is the maximum at the lower price. */
  inputContextWindow: number;
  outputTokenLimit: number;
  supportsImages: boolean;
  /** If `cached` is null, the price of cached input is unknown; `cachePrices.ts` derives it if the provider has a rule. */
  price: { input: number; output: number; cached: number | null } | null;
}

const gpt5 = { inputContextWindow: 272_000, outputTokenLimit: 128_000, supportsImages: true };
const gpt41 = { inputContextWindow: 1_047_576, outputTokenLimit: 32_768, supportsImages: true };
const gpt4o = { inputContextWindow: 128_000, outputTokenLimit: 16_384, supportsImages: true };
const claude5 = { inputContextWindow: 1_000_000, outputTokenLimit: 128_000, supportsImages: true };
const claude46 = { inputContextWindow: 1_000_000, outputTokenLimit: 64_000, supportsImages: true };
const claude45 = { inputContextWindow: 200_000, outputTokenLimit: 64_000, supportsImages: true };
const gemini = { inputContextWindow: 1_048_576, outputTokenLimit: 65_536, supportsImages: true };
/** Google's Pro models have a higher price for input longer than this. */
const geminiUntil200k = { ...gemini, inputContextWindow: 200_000 };
const oSeries = { inputContextWindow: 200_000, outputTokenLimit: 100_000, supportsImages: true };

/**
 * Sources. OpenAI's chat models: models.dev and OpenAI's price list as of summer 2026. Claude: Anthropic's pages on
 * models and prices (platform.claude.com) as of October 2026. Gemini: copies of Google's price list (ai.google.dev) of
 * October 2026, with the prices after the introductory offer ends. A null price means that the sources disagree or give
 * none. New models are added to the catalogue in this order, and its first language model becomes the default.
 */
const knownModels: ReadonlyMap<string, KnownModel> = new Map<string, KnownModel>([
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
  ["claude-sonnet-5-5", { name: "Claude Sonnet 5.5", ...claude5, price: { input: 2, output: 10, cached: 0.1 } }],
  ["claude-opus-5-5", { name: "Claude Opus 5.5", ...claude5, price: { input: 4, output: 20, cached: 0.2 } }],
  [
    "claude-haiku-5-5",
    // Input above 100,000 tokens costs five times as much.
    {
      name: "Claude Haiku 5.5",
      ...claude5,
      inputContextWindow: 100_000,
      price: { input: 0.1, output: 0.5, cached: 0.01 },
    },
  ],
  ["claude-fable-5-2", { name: "Claude Fable 5.2", ...claude5, price: { input: 8, output: 40, cached: null } }],
  ["claude-fable-5-1", { name: "Claude Fable 5.1", ...claude5, price: { input: 10, output: 50, cached: 0.25 } }],
  ["claude-sonnet-5", { name: "Claude Sonnet 5", ...claude5, price: { input: 2, output: 10, cached: 0.2 } }],
  ["claude-opus-5", { name: "Claude Opus 5", ...claude5, price: { input: 5, output: 25, cached: 0.5 } }],
  ["claude-sonnet-4-6", { name: "Claude Sonnet 4.6", ...claude46, price: { input: 3, output: 15, cached: 0.3 } }],
  [
    "claude-opus-4-6",
    { name: "Claude Opus 4.6", ...claude46, outputTokenLimit: 128_000, price: { input: 5, output: 25, cached: 0.5 } },
  ],
  ["claude-haiku-4-5", { name: "Claude Haiku 4.5", ...claude45, price: { input: 1, output: 5, cached: 0.1 } }],
  ["claude-sonnet-4-5", { name: "Claude Sonnet 4.5", ...claude45, price: { input: 3, output: 15, cached: 0.3 } }],
  ["claude-opus-4-5", { name: "Claude Opus 4.5", ...claude45, price: { input: 5, output: 25, cached: 0.5 } }],
  ["gemini-3.8-flash", { name: "Gemini 3.8 Flash", ...gemini, price: { input: 1.5, output: 7.5, cached: null } }],
  ["gemini-4-argon", { name: "Gemini 4 Argon", ...gemini, price: { input: 4, output: 20, cached: 0.2 } }],
  ["gemini-3.5-flash", { name: "Gemini 3.5 Flash", ...gemini, price: { input: 1.5, output: 9, cached: null } }],
  [
    "gemini-3.5-flash-lite",
    { name: "Gemini 3.5 Flash-Lite", ...gemini, price: { input: 0.3, output: 2.5, cached: null } },
  ],
  [
    "gemini-3.1-pro-preview",
    { name: "Gemini 3.1 Pro", ...geminiUntil200k, price: { input: 2, output: 12, cached: null } },
  ],
  ["gemini-2.5-pro", { name: "Gemini 2.5 Pro", ...geminiUntil200k, price: { input: 1.25, output: 10, cached: null } }],
  ["gemini-2.5-flash", { name: "Gemini 2.5 Flash", ...gemini, price: { input: 0.3, output: 2.5, cached: null } }],
  [
    "gemini-2.5-flash-lite",
    { name: "Gemini 2.5 Flash-Lite", ...gemini, price: { input: 0.1, output: 0.4, cached: null } },
  ],
]);

const knownModelIds = [...knownModels.keys()];

/** The models to offer if OpenAI's list cannot be fetched. */
export const fallbackOpenAiModelIds: readonly string[] = ["gpt-5.4", "gpt-5.4-mini", "gpt-5.4-nano"];

/** OpenAI's embeddings models, from its price list as of summer 2026. Their output is vectors, which have no tokens. */
const embeddingsProperties = { outputTokenLimit: 1, inputContextWindow: 8_191, supportsImages: false };
const knownEmbeddingsModels: ReadonlyMap<string, KnownModel> = new Map<string, KnownModel>([
  [
    "text-embedding-3-small",
    { ...embeddingsProperties, name: "text-embedding-3-small", price: { input: 0.02, output: 0, cached: null } },
  ],
  [
    "text-embedding-3-large",
    { ...embeddingsProperties, name: "text-embedding-3-large", price: { input: 0.13, output: 0, cached: null } },
  ],
  [
    "text-embedding-ada-002",
    { ...embeddingsProperties, name: "text-embedding-ada-002", price: { input: 0.1, output: 0, cached: null } },
  ],
]);

/**
 * Finds a model by its id, which may be dated, as in `gpt-4o-2024-08-06`, or Bedrock's, as in
 * `eu.anthropic.claude-sonnet-4-5-20250929-v1:0`. For an unknown Claude or Gemini model, returns the minimum that all
 * models of its family support, without a name. Returns null for any other unknown id.
 */
export function findKnownModel(id: string): (Omit<KnownModel, "name"> & { name?: string }) | null {
  const baseId = toBaseId(id);
  return (
    knownModels.get(baseId) ??
    knownEmbeddingsModels.get(id) ??
    modelFamilies.find(({ prefix }) => baseId.startsWith(prefix))?.properties ??
    null
  );
}

const modelFamilies = [
  { prefix: "claude-", properties: { ...claude45, outputTokenLimit: 32_000, price: null } },
  { prefix: "gemini-", properties: { ...gemini, outputTokenLimit: 8_192, price: null } },
];

function toBaseId(id: string): string {
  if (knownModels.has(id)) return id;
  return id
    .replace(/^([a-z-]+\.)?anthropic\.(?=claude-)/, "")
    .replace(/(-v\d+)?(:\d+)?$/, "")
    .replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, "");
}

/** Compares ids for sorting: known models first, in the order of `knownModels`. Other models compare as equal. */
export function compareByKnownOrder(a: string, b: string): number {
  const rank = (id: string) =>
    knownModels.has(toBaseId(id)) ? knownModelIds.indexOf(toBaseId(id)) : knownModelIds.length;
  return rank(a) - rank(b);
}

/**
 * True for OpenAI's chat models. OpenAI's list also contains image, speech and embeddings models and dated duplicates.
 */
export function isOpenAiChatModel(id: string): boolean {
  if (knownModels.has(id)) return true;
  const isChatFamily = /^(gpt-|chatgpt-|o\d)/.test(id);
  const otherModelPattern =
    /audio|realtime|transcribe|tts|image|search|instruct|codex|research|live|preview|cyber|-pro$|-\d{4}$|-\d{4}-\d{2}-\d{2}$|-16k$/;
  return isChatFamily && !otherModelPattern.test(id);
}

/** True for Google's chat models. Google's list also contains image, speech and robotics models and aliases. */
export function isGeminiChatModel(id: string): boolean {
  if (knownModels.has(id)) return true;
  const otherModelPattern =
    /image|tts|audio|live|embed|computer-use|transcribe|robotics|customtools|research|learnlm|latest|-exp|-\d{3}$|-\d{2}-\d{2,4}$/;
  return /^(gemini|gemma)-/.test(id) && !otherModelPattern.test(id);
}

/** False for Google's Gemma and some models on Bedrock: their first message must contain the instructions. */
export function supportsSystemPrompts(provider: ModelProviderName, id: string): boolean {
  if (provider === "Google") return !/^gemma-/.test(id);
  return (
    provider !== "Bedrock" ||
    !/titan-text|mistral-7b-instruct|mixtral-8x7b|cohere\.command-(text|light)|ai21\.j2/.test(id)
  );
}

/** True if a model that this server lists should be offered for chats. OpenAI's list contains many other models. */
export function isOfferedForChat(url: string, id: string): boolean {
  if (new URL(url).hostname === "api.openai.com") return isOpenAiChatModel(id);
  return !isEmbeddingsModelId(id) && findOtherModelKind(id) === null;
}
