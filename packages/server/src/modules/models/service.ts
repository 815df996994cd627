import type { AvailableModels } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { ModelProvider } from "../../platform/modelProviders/modelProvider.ts";

/** A model as the server uses it. */
export interface UsableModel {
  id: string;
  upstreamId: string;
  name: string;
  systemPrompt: string;
  inputContextWindow: number;
  outputTokenLimit: number;
  /** US dollars per 1,000 tokens, exact decimals; null: not known. */
  inputTokenCost: string | null;
  outputTokenCost: string | null;
  cachedTokenCost: string | null;
  supportsImages: boolean;
  supportsSystemPrompts: boolean;
  /** The built-in guide: no language model. */
  isGuide: boolean;
}

/** The models that this person may use, and the named choices among them. */
export async function availableModels(_platform: Platform, _actor: Actor): Promise<AvailableModels> {
  throw new Error("availableModels");
}

/** Throws `forbidden` for a model that this person may not use or that does not exist. */
export async function findUsableModel(_platform: Platform, _actor: Actor, _modelId: string): Promise<UsableModel> {
  throw new Error("findUsableModel");
}

/** The cheapest language model this person may use; null when there is only the guide. */
export async function cheapestModel(_platform: Platform, _actor: Actor): Promise<UsableModel | null> {
  throw new Error("cheapestModel");
}

/** The provider that reaches this model. */
export async function openModel(_platform: Platform, _model: UsableModel): Promise<ModelProvider> {
  throw new Error("openModel");
}

/** Adds what is found at a start: keys of the environment, compatible servers, the guide. Gives the names to print. */
export async function seedModels(_platform: Platform): Promise<{ names: string[]; problems: string[] }> {
  throw new Error("seedModels");
}
