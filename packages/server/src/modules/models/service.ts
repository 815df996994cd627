import type { AvailableModels } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { UsableModel } from "../../core/usableModel.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { ModelProvider } from "../../platform/modelProviders/modelProvider.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { findCheapest } from "./assignDefaults.ts";
import { openBalancedProvider } from "./balancedProvider.ts";
import { getCachePrices } from "./cachePrices.ts";
import { mergeDiscoveredModels } from "./catalogue.ts";
import { storeCatalogue } from "./catalogueChanges.ts";
import { applyConfiguredPrices, describeUnmatchedPrices } from "./configuredPrices.ts";
import { discoverModels } from "./discoverModels.ts";
import { resolveEndpoint } from "./endpointKey.ts";
import { isChatModel, isGuide, isOpenTo, isUsableBy, isUsableModel } from "./policy.ts";
import { presentModel, sortForDisplay } from "./present.ts";
import { findModelRow, listModelRows, lockModels, type ModelRow } from "./repository.ts";

export type { UsableModel } from "../../core/usableModel.ts";
export { isIncompleteEndpoint } from "./endpointConfigs.ts";
export {
  listEndpointConfigs,
  listEnvironmentModelIds,
  listGroupsOfModels,
  listModelConfigs,
  lockModels,
  saveEndpointConfigs,
  saveModelConfigs,
} from "./siteModels.ts";

/** Lists the models that this person may use, with the default, the cheapest and the advanced model. */
export async function listAvailableModels(platform: Platform, actor: Actor): Promise<AvailableModels> {
  const rows = sortForDisplay((await listModelRows(platform.db)).filter((row) => isUsableBy(row, actor)));
  const findAndPresent = (matches: (row: ModelRow) => boolean) => {
    const row = rows.find(matches);
    return row ? presentModel(row) : null;
  };
  return {
    default:
      findAndPresent((row) => row.is_default) ?? findAndPresent((row) => !isGuide(row)) ?? findAndPresent(() => true),
    cheapest: findAndPresent((row) => row.default_cheapest_model && !isGuide(row)),
    advanced: findAndPresent((row) => row.default_advanced_model && !isGuide(row)),
    models: rows.map(presentModel),
  };
}

/** Finds a model. Throws `forbidden` if the model does not exist or this person may not use it. */
export async function getUsableModel(platform: Platform, actor: Actor, modelId: string): Promise<UsableModel> {
  return requireUsableModel(await findModelRow(platform.db, modelId), actor);
}

/** Creates a variant of `getUsableModel` that caches rows for a second, but checks access on each call. */
export function createModelFinder({ db, clock }: Platform): (actor: Actor, modelId: string) => Promise<UsableModel> {
  const rowCache = createReadCache<ModelRow>(clock);
  return async (actor, modelId) =>
    requireUsableModel(await rowCache.get(modelId, () => findModelRow(db, modelId)), actor);
}

function requireUsableModel(row: ModelRow | null, actor: Actor): UsableModel {
  if (!row || !isUsableBy(row, actor)) {
    throw new AppError("forbidden", { userMessage: "This model isn’t available to you. Please choose another one." });
  }
  return toUsableModel(row);
}

/**
 * Says of each use whether the model is still open to the actor's directory groups. A model that was removed or made
 * unavailable is: an answer that has begun is written to its end.
 */
export async function areModelsOpen(
  platform: Platform,
  uses: readonly { modelId: string; actor: Pick<Actor, "directoryGroups"> }[],
): Promise<boolean[]> {
  if (uses.length === 0) return [];
  const rows = new Map((await listCachedRows(platform)).map((row) => [row.id, row]));
  return uses.map(({ modelId, actor }) => {
    const row = rows.get(modelId);
    return row === undefined || isOpenTo(row, actor);
  });
}

const catalogueCache = defineServerState(({ clock }: Pick<Platform, "clock">) => createReadCache<ModelRow[]>(clock));

/**
 * Finds the cheapest language model that this person may use. Returns null if there is only the guide. Caches the
 * catalogue for a second, because each new conversation gets a title.
 */
export async function findCheapestModel(
  platform: Platform,
  actor: Pick<Actor, "directoryGroups">,
): Promise<UsableModel | null> {
  const row = pickCheapest(await listLanguageModels(platform, actor));
  return row ? toUsableModel(row) : null;
}

/** Finds the model for questions about documents: the one that an administrator chose, or else the cheapest. */
export async function findQAModel(
  platform: Platform,
  actor: Pick<Actor, "directoryGroups">,
): Promise<UsableModel | null> {
  const languageModels = await listLanguageModels(platform, actor);
  const row = languageModels.find((row) => row.default_qa_model) ?? pickCheapest(languageModels);
  return row ? toUsableModel(row) : null;
}

/** Finds the advanced language model that this person may use. Returns null if an administrator has chosen none for them. */
export async function findAdvancedModel(
  platform: Platform,
  actor: Pick<Actor, "directoryGroups">,
): Promise<UsableModel | null> {
  const row = (await listLanguageModels(platform, actor)).find((model) => model.default_advanced_model);
  return row ? toUsableModel(row) : null;
}

/** Finds the default language model of this person, or else the first one. Returns null if there is only the guide. */
export async function findDefaultModel(
  platform: Platform,
  actor: Pick<Actor, "directoryGroups">,
): Promise<UsableModel | null> {
  const languageModels = await listLanguageModels(platform, actor);
  const row = languageModels.find((model) => model.is_default) ?? languageModels[0];
  return row ? toUsableModel(row) : null;
}

async function listLanguageModels(platform: Platform, actor: Pick<Actor, "directoryGroups">): Promise<ModelRow[]> {
  return (await listCachedRows(platform)).filter((row) => isUsableBy(row, actor) && !isGuide(row));
}

const listCachedRows = async (platform: Platform): Promise<ModelRow[]> =>
  (await catalogueCache(platform).get("all", () => listModelRows(platform.db))) ?? [];

/** The cheapest model of all may be one that this person cannot use. */
function pickCheapest(languageModels: readonly ModelRow[]): ModelRow | undefined {
  return (
    languageModels.find((row) => row.default_cheapest_model) ??
    languageModels.find((row) => row.is_default) ??
    findCheapest(languageModels) ??
    languageModels[0]
  );
}

/** Makes a change of the catalogue visible in this process at once; in others it takes a second. */
export function forgetModels(platform: Pick<Platform, "clock" | "state">): void {
  catalogueCache(platform).clear();
}

/** Finds the model that embeds passages. Returns null if there is none or the configuration turns embeddings off. */
export async function findEmbeddingsModel({ db, config }: Platform): Promise<UsableModel | null> {
  if (config.embeddingsModel === "none") return null;
  const rows = (await listModelRows(db)).filter((row) => row.is_available && !isChatModel(row));
  const row =
    config.embeddingsModel === null
      ? rows.find((row) => row.default_embeddings_model)
      : rows.find((row) => row.upstream_id === config.embeddingsModel);
  return row ? toUsableModel(row) : null;
}

/** Returns true if there is a model besides the guide with which somebody can chat. */
export async function hasLanguageModel(db: Db): Promise<boolean> {
  return (await listModelRows(db)).some((row) => row.is_available && isChatModel(row) && !isGuide(row));
}

/** Opens a provider that spreads calls over the model's servers. Throws `unavailable` if the model has no server or the server's key cannot be decrypted. */
export async function openModelProvider(
  platform: Platform,
  { upstreamId, endpoint, endpoints = [], isGuide }: UsableModel,
): Promise<ModelProvider> {
  if (!endpoint)
    throw new AppError("unavailable", {
      userMessage: "No server is connected for this model. Please choose another one.",
    });
  if (isGuide) return platform.modelProviders.open(await resolveEndpoint(platform, endpoint));
  return openBalancedProvider(platform, { upstreamId, endpoints: [endpoint, ...endpoints.slice(1)] });
}

/** What `seedModels` reports to the operator. */
export interface SeededModels {
  /** Names of the usable language models; if there are none, the guide's name. */
  names: string[];
  /** One line for the operator per problem. */
  problems: string[];
}

/**
 * Discovers the models of the configured servers at server start and writes the catalogue, with the guide. Takes at
 * most about 3 s. If no server is configured and `includesLocal` is set, tries an Ollama server on this machine.
 */
export async function seedModels(
  platform: Platform,
  { includesLocal = true }: { includesLocal?: boolean } = {},
): Promise<SeededModels> {
  const { models: discoveredModels, failedUrls, problems } = await discoverModels(platform, { includesLocal });
  const rows = await transaction(platform.db, async (tx) => {
    await lockModels(tx);
    const [before, now] = [await listModelRows(tx), platform.clock.now()];
    const catalogue = mergeDiscoveredModels(before, discoveredModels, failedUrls, now);
    const rowsWithPrices = applyConfiguredPrices(catalogue, platform.config.modelPrices);
    await storeCatalogue(tx, { before, after: rowsWithPrices, changedBy: null, now });
    return rowsWithPrices;
  });
  const usableRows = sortForDisplay(rows.filter(isUsableModel));
  const languageModels = usableRows.filter((row) => !isGuide(row));
  platform.log.info({ models: languageModels.length, serversWithoutList: failedUrls.size }, "models found");
  const priceProblems = describeUnmatchedPrices(rows, platform.config.modelPrices);
  return {
    names: (languageModels.length > 0 ? languageModels : usableRows).map(({ name }) => name),
    problems: [...problems, ...priceProblems],
  };
}

/**
 * Lists the names of the usable language models without a known price. Their calls count as free, so no limit on costs
 * applies to them.
 */
export async function listUnpricedModelNames({ db }: Platform): Promise<string[]> {
  const languageModels = sortForDisplay((await listModelRows(db)).filter((row) => isUsableModel(row) && !isGuide(row)));
  return languageModels
    .filter((row) => row.input_token_cost === null && row.output_token_cost === null)
    .map(({ name }) => name);
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
    ...getCachePrices(row),
    supportsImages: row.supports_images,
    supportsSystemPrompts: row.supports_system_prompts,
    endpoint: row.endpoints[0] ?? null,
    ...(row.endpoints.length > 1 && { endpoints: row.endpoints }),
    isGuide: isGuide(row),
  };
}
