import {
  defaultInputContextWindow,
  defaultOutputTokenLimit,
  isEmbeddingsModelId,
  type ModelConfig,
  ModelProviderName,
  type ModelRole,
} from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { assignDefaults, canHaveRole, type RoleColumn, roleColumns } from "./assignDefaults.ts";
import { createEmptyRow } from "./catalogue.ts";
import { isGuide } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

type Configs = Readonly<Record<string, ModelConfig>>;

const roleFields: { readonly [Column in RoleColumn]: ModelRole } = {
  is_default: "isDefault",
  default_cheapest_model: "defaultCheapestModel",
  default_advanced_model: "defaultAdvancedModel",
  default_embeddings_model: "defaultEmbeddingsModel",
  default_qa_model: "defaultQAModel",
};

/** Converts a row to the model that administrators see. */
export function toModelConfig(row: ModelRow): ModelConfig {
  return {
    id: row.id,
    name: row.name,
    provider: z.parse(ModelProviderName, row.provider),
    description: row.description,
    systemPrompt: row.system_prompt,
    inputContextWindow: row.input_context_window,
    outputTokenLimit: row.output_token_limit,
    inputTokenCost: toNumber(row.input_token_cost),
    outputTokenCost: toNumber(row.output_token_cost),
    cachedTokenCost: toNumber(row.cached_token_cost),
    exclusiveGroupAvailability: row.exclusive_group_availability,
    supportsImages: row.supports_images,
    supportsSystemPrompts: row.supports_system_prompts,
    isAvailable: row.is_available,
    isBuiltIn: row.is_built_in,
    isDefault: row.is_default,
    defaultAdvancedModel: row.default_advanced_model,
    defaultCheapestModel: row.default_cheapest_model,
    defaultEmbeddingsModel: row.default_embeddings_model,
    defaultQAModel: row.default_qa_model,
    automaticRoles: roleColumns
      .filter((role) => row[role] && !row.admin_fields.includes(role))
      .map((role) => roleFields[role]),
  };
}

interface ModelSources {
  now: Date;
  /** True if the next start would add the model again. */
  comesBack: (row: ModelRow) => boolean;
  /** Returns the address that the environment has for the models of a provider. */
  findEndpoint: (provider: ModelProviderName) => StoredModelEndpoint | null;
}

/**
 * Applies what an administrator has saved. Rows that are not named stay as they are. A model that the next start would add
 * again is made unavailable instead of being removed. What differs from the row is remembered, so that no start overwrites
 * it. Throws `invalidInput` that says what to change. Pure.
 */
export function applyModelConfigs(rows: readonly ModelRow[], configs: Configs, sources: ModelSources): ModelRow[] {
  const changedRows = rows.flatMap((row) => {
    const config = findConfig(configs, row.id);
    if (!config) return [row];
    if (!config.isRemoved) return [changeRow(row, config)];
    return sources.comesBack(row) ? [setAvailability(row, false)] : [];
  });
  const ids = new Set(rows.map(({ id }) => id));
  const newRows = Object.values(configs)
    .filter(({ id, isRemoved }) => !ids.has(id) && !isRemoved)
    .map((config) => createRow(config, sources));
  for (const [id, config] of Object.entries(configs))
    if (config.id !== id) throw createError(`The key of “${id}” is not its id.`);
  return applyRoles([...changedRows, ...newRows], configs, new Map(rows.map((row) => [row.id, row])));
}

const findConfig = (configs: Configs, id: string) => (Object.hasOwn(configs, id) ? configs[id] : undefined);

function createRow(config: ModelConfig, { now, findEndpoint }: ModelSources): ModelRow {
  if (config.provider === "Guide") throw createError("Please choose a provider.");
  const endpoint = findEndpoint(config.provider);
  const row: ModelRow = {
    ...createEmptyRow(now),
    id: config.id,
    upstream_id: config.id,
    endpoints: endpoint ? [{ ...endpoint, isAdded: true }] : [],
    origin: "admin",
  };
  return changeRow({ ...row, provider: config.provider }, config);
}

function changeRow(row: ModelRow, config: ModelConfig): ModelRow {
  if (isGuide(row) !== (config.provider === "Guide")) throw createError("Please choose a provider.");
  // By the id of its server, which decides what the model is used for.
  const isEmbedding = isEmbeddingsModelId(row.upstream_id);
  const isChecked = config.isAvailable && !isEmbedding;
  if (isChecked && (config.inputContextWindow === null || config.outputTokenLimit === null)) {
    const name = config.name.slice(0, 100);
    throw createError(`Required fields missing... “${name}” needs an input context window and an output token limit.`);
  }
  const values = {
    name: config.name,
    provider: config.provider,
    description: config.description,
    system_prompt: config.systemPrompt,
    input_context_window: config.inputContextWindow ?? defaultInputContextWindow,
    output_token_limit: config.outputTokenLimit ?? defaultOutputTokenLimit,
    input_token_cost: toStoredPrice(row.input_token_cost, config.inputTokenCost),
    output_token_cost: toStoredPrice(row.output_token_cost, config.outputTokenCost),
    cached_token_cost: toStoredPrice(row.cached_token_cost, config.cachedTokenCost),
    // Embedding models have neither of these options.
    exclusive_group_availability: isEmbedding ? [] : [...new Set(config.exclusiveGroupAvailability)],
    supports_images: !isEmbedding && config.supportsImages,
    supports_system_prompts: config.supportsSystemPrompts,
    is_built_in: config.isBuiltIn,
  };
  const changedColumns = Object.entries(values)
    .filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(row[column as keyof typeof values]))
    .map(([column]) => column);
  const changed = { ...row, ...values, admin_fields: [...new Set([...row.admin_fields, ...changedColumns])] };
  return config.isAvailable === row.is_available ? changed : setAvailability(changed, config.isAvailable);
}

/** A model that was made unavailable stays so; one that was made available is so while its server offers it. */
function setAvailability(row: ModelRow, isAvailable: boolean): ModelRow {
  const others = row.admin_fields.filter((column) => column !== "is_available");
  return { ...row, is_available: isAvailable, admin_fields: isAvailable ? others : [...others, "is_available"] };
}

/** Assigns the roles that were changed to the models that were chosen, and all others as at a start. */
function applyRoles(rows: readonly ModelRow[], configs: Configs, before: ReadonlyMap<string, ModelRow>): ModelRow[] {
  let assignedRows = [...rows];
  for (const role of roleColumns) {
    const chosen = rows.filter((row) => findConfig(configs, row.id)?.[roleFields[role]] ?? row[role]);
    const newlyChosen = chosen.filter((row) => !before.get(row.id)?.[role] || isKept(row, role, configs));
    assertRole(role, { rows, chosen, newlyChosen });
    const isCleared = chosen.length === 0 && [...before.values()].some((row) => row[role]);
    if (newlyChosen.length === 0 && !isCleared) continue;
    const [chosenRow] = newlyChosen;
    assignedRows = assignedRows.map((row) => {
      const others = row.admin_fields.filter((column) => column !== role);
      const isChosen = row.id === chosenRow?.id;
      return { ...row, [role]: isChosen, admin_fields: isChosen ? [...others, role] : others };
    });
  }
  return assignDefaults(assignedRows);
}

/** True if somebody chose the model for a role that it had already, but by itself. */
function isKept(row: ModelRow, role: RoleColumn, configs: Configs): boolean {
  const automaticRoles = findConfig(configs, row.id)?.automaticRoles;
  return automaticRoles !== undefined && !automaticRoles.includes(roleFields[role]) && !row.admin_fields.includes(role);
}

interface RoleChoice {
  rows: readonly ModelRow[];
  chosen: readonly ModelRow[];
  /** Those that did not have the role before. */
  newlyChosen: readonly ModelRow[];
}

function assertRole(role: RoleColumn, { rows, chosen, newlyChosen }: RoleChoice): void {
  const isDefault = role === "is_default";
  if (chosen.length > 1) {
    throw createError(
      isDefault ? "Only one model can be the default." : "Only one model can be the default of a kind.",
    );
  }
  const unfit = (isDefault ? chosen : newlyChosen).find((row) => !canHaveRole(row, role));
  const isMissing = isDefault && chosen.length === 0 && rows.some((row) => canHaveRole(row, role) && !isGuide(row));
  if (isDefault && (unfit || isMissing)) {
    throw createError("Please choose a default model that is available and is no embedding model.");
  }
  if (unfit) {
    const name = unfit.name.slice(0, 100);
    throw createError(`“${name}” can’t be a default: it is not available, or of another kind.`);
  }
}

const createError = (userMessage: string) => new AppError("invalidInput", { userMessage });

const toNumber = (price: string | null) => (price === null ? null : Number(price));

/** Returns the exact price that is stored, unless it was changed. */
function toStoredPrice(stored: string | null, price: number | null): string | null {
  if (price === null) return null;
  return stored !== null && Number(stored) === price ? stored : price.toFixed(9);
}
