import type { StoredModelEndpoint } from "../platform/db/schema.ts";

/** A model that the server can call. */
export interface UsableModel {
  id: string;
  upstreamId: string;
  name: string;
  systemPrompt: string;
  inputContextWindow: number;
  outputTokenLimit: number;
  /** US dollars per 1,000 tokens as exact decimals; null if unknown. */
  inputTokenCost: string | null;
  outputTokenCost: string | null;
  cachedTokenCost: string | null;
  /** Absent or null: input that is written to a cache costs as much as other input. */
  cacheWriteTokenCost?: string | null;
  supportsImages: boolean;
  supportsSystemPrompts: boolean;
  /** The first of its addresses; null if the model has no server. */
  endpoint: StoredModelEndpoint | null;
  /** All addresses, if there are several. */
  endpoints?: readonly StoredModelEndpoint[];
  /** True for the built-in guide, which is not a language model. */
  isGuide: boolean;
}
