import type { AvailableModels } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { ModelProvider } from "../../platform/modelProviders/modelProvider.ts";
import { createRecentReads } from "../../platform/recentReads.ts";
import { mergeFound } from "./catalogue.ts";
import { pricesWithoutModel, withConfiguredPrices } from "./configuredPrices.ts";
import { discoverModels } from "./discoverModels.ts";
import { withKey } from "./endpointKey.ts";
import { isChatModel, isGuide, mayUse } from "./policy.ts";
import { inReadingOrder, presentModel } from "./present.ts";
import { findModelRow, listModelRows, lockModels, type ModelRow, saveModelRows } from "./repository.ts";

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
  /** Where it is reached; null: nowhere. For `openModel` alone. */
  endpoint: StoredModelEndpoint | null;
  /** The built-in guide: no language model. */
  isGuide: boolean;
}

/** The models that this person may use, and the named choices among them. */
export async function availableModels(platform: Platform, _actor: Actor): Promise<AvailableModels> {
  const rows = inReadingOrder((await listModelRows(platform.db)).filter(mayUse));
  const chosen = (is: (row: ModelRow) => boolean) => {
    const row = rows.find(is);
    return row ? presentModel(row) : null;
  };
  return {
    default: chosen((row) => row.is_default) ?? chosen(() => true),
    cheapest: chosen((row) => row.default_cheapest_model && !isGuide(row)),
    advanced: chosen((row) => row.default_advanced_model && !isGuide(row)),
    models: rows.map(presentModel),
  };
}

/** Throws `forbidden` for a model that this person may not use or that does not exist. */
export async function findUsableModel(platform: Platform, actor: Actor, modelId: string): Promise<UsableModel> {
  return usable(await findModelRow(platform.db, modelId), actor);
}

/** Finds models as `findUsableModel` does, with rows that are at most a second old. Who may use one is decided each time. */
export function createModelFinder({ db, clock }: Platform): (actor: Actor, modelId: string) => Promise<UsableModel> {
  const rows = createRecentReads<ModelRow>(clock);
  return async (actor, modelId) => usable(await rows.get(modelId, () => findModelRow(db, modelId)), actor);
}

function usable(row: ModelRow | null, _actor: Actor): UsableModel {
  if (!row || !mayUse(row)) {
    throw new AppError("forbidden", { userMessage: "This model is not available to you. Please choose another one." });
  }
  return toUsableModel(row);
}

/** The cheapest language model this person may use; null when there is only the guide. */
export async function cheapestModel(platform: Platform, _actor: Actor): Promise<UsableModel | null> {
  const real = (await listModelRows(platform.db)).filter((row) => mayUse(row) && !isGuide(row));
  const row = real.find((row) => row.default_cheapest_model) ?? real.find((row) => row.is_default);
  return row ? toUsableModel(row) : null;
}

/** The model that makes vectors of passages; null: none is there, or none is wanted. */
export async function embeddingsModel({ db, config }: Platform): Promise<UsableModel | null> {
  if (config.embeddingsModel === "none") return null;
  const rows = (await listModelRows(db)).filter((row) => row.is_available && !isChatModel(row));
  const row =
    config.embeddingsModel === null
      ? rows.find((row) => row.default_embeddings_model)
      : rows.find((row) => row.upstream_id === config.embeddingsModel);
  return row ? toUsableModel(row) : null;
}

/** The provider that reaches this model. */
export async function openModel(platform: Platform, { endpoint }: UsableModel): Promise<ModelProvider> {
  if (!endpoint)
    throw new AppError("unavailable", { userMessage: "This model has no server. Please choose another one." });
  return platform.modelProviders.open(await withKey(platform, endpoint));
}

/**
 * Adds what is found at a start: keys of the environment, compatible servers, the guide. `names` are those of the models that
 * people can chat with, `problems` one line for each server that gave no list. Takes at most about 3 s. `looksForLocal`: with no
 * server configured, looks for an Ollama on this machine.
 */
export async function seedModels(
  platform: Platform,
  { looksForLocal = true }: { looksForLocal?: boolean } = {},
): Promise<{ names: string[]; problems: string[] }> {
  const { found, unanswered, problems } = await discoverModels(platform, { looksForLocal });
  const rows = await transaction(platform.db, async (tx) => {
    await lockModels(tx);
    const known = mergeFound(await listModelRows(tx), found, unanswered, platform.clock.now());
    const merged = withConfiguredPrices(known, platform.config.modelPrices);
    await saveModelRows(tx, merged);
    return merged;
  });
  const usable = inReadingOrder(rows.filter(mayUse));
  const real = usable.filter((row) => !isGuide(row));
  platform.log.info({ models: real.length, serversWithoutList: unanswered.size }, "models found");
  const unpriced = pricesWithoutModel(rows, platform.config.modelPrices);
  return { names: (real.length > 0 ? real : usable).map(({ name }) => name), problems: [...problems, ...unpriced] };
}

/** Names of the language models in use whose price is not known: their calls cost nothing by the books, and no limit holds them. */
export async function namesWithoutPrice({ db }: Platform): Promise<string[]> {
  const real = inReadingOrder((await listModelRows(db)).filter((row) => mayUse(row) && !isGuide(row)));
  return real.filter((row) => row.input_token_cost === null && row.output_token_cost === null).map(({ name }) => name);
}

function toUsableModel(row: ModelRow): UsableModel {
  return {
    id: row.id,
    upstreamId: row.upstream_id,
    name: row.name,
    systemPrompt: row.system_prompt,
    inputContextWindow: row.input_context_window,
    outputTokenLimit: row.output_token_limit,
    inputTokenCost: row.input_token_cost,
    outputTokenCost: row.output_token_cost,
    cachedTokenCost: row.cached_token_cost,
    supportsImages: row.supports_images,
    supportsSystemPrompts: row.supports_system_prompts,
    endpoint: row.endpoints[0] ?? null,
    isGuide: isGuide(row),
  };
}
