import { findOtherModelKind, isEmbeddingsModelId, type ModelConfig, type ModelRole } from "@lectern/contract";

export type Models = Readonly<Record<string, ModelConfig>>;

export type ModelOrder = "name" | "provider" | "price";

/** What the form of a model contains. Numbers that are missing are null. */
export const emptyModel: ModelConfig = {
  id: "",
  name: "",
  provider: "OpenAI",
  description: "",
  systemPrompt: "",
  inputContextWindow: null,
  outputTokenLimit: null,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  exclusiveGroupAvailability: [],
  supportsImages: false,
  supportsSystemPrompts: true,
  isAvailable: true,
  isBuiltIn: false,
  isDefault: false,
  defaultAdvancedModel: false,
  defaultCheapestModel: false,
  defaultEmbeddingsModel: false,
  defaultQAModel: false,
};

const compareNames = (a: ModelConfig, b: ModelConfig) => a.name.localeCompare(b.name, undefined, { numeric: true });

/** Lists the models that match the search, the available ones first. */
export function listModels(models: Models, search: string, order: ModelOrder): ModelConfig[] {
  const wanted = search.trim().toLowerCase();
  const compare = (a: ModelConfig, b: ModelConfig) => {
    if (order === "provider") return a.provider.localeCompare(b.provider);
    return order === "price" ? (b.outputTokenCost ?? -1) - (a.outputTokenCost ?? -1) : 0;
  };
  return Object.values(models)
    .filter(({ id, name, provider }) => `${id} ${name} ${provider}`.toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        Number(b.isAvailable) - Number(a.isAvailable) || compare(a, b) || compareNames(a, b) || (a.id < b.id ? -1 : 1),
    );
}

/** Lists the models that can have a role. Embeddings models have no other switch: the one with the role is available. */
export function listForRole(models: Models, role: ModelRole): ModelConfig[] {
  const isForEmbeddings = role === "defaultEmbeddingsModel";
  return Object.values(models)
    .filter(({ id, isRemoved }) => !isRemoved && isEmbeddingsModelId(id) === isForEmbeddings)
    .filter(
      ({ isAvailable, provider }) => isForEmbeddings || (isAvailable && (role === "isDefault" || provider !== "Guide")),
    )
    .sort(compareNames);
}

export const findRoleHolder = (models: Models, role: ModelRole): ModelConfig | null =>
  Object.values(models).find((model) => model[role] && !model.isRemoved) ?? null;

/** True if nobody chose the model for a role that it has. */
export const isAutomatic = (model: ModelConfig, role: ModelRole): boolean =>
  model.automaticRoles?.includes(role) === true;

/**
 * Returns the changed models after one gets a role, which all others lose; null: none gets it. An embeddings model becomes
 * available with it.
 */
export function assignRole(models: Models, changes: Models, role: ModelRole, id: string | null): Models {
  const affected = Object.values(models).filter(
    (model) => model[role] !== (model.id === id) || (model[role] && isAutomatic(model, role)),
  );
  const assign = (model: ModelConfig): ModelConfig => ({
    ...model,
    ...(model.automaticRoles && { automaticRoles: model.automaticRoles.filter((name) => name !== role) }),
    [role]: model.id === id,
    isAvailable: model.isAvailable || (role === "defaultEmbeddingsModel" && model.id === id),
  });
  return { ...changes, ...Object.fromEntries(affected.map((model) => [model.id, assign(model)])) };
}

/** True for a model whose use costs what nobody knows, so that limits cannot count it. */
export const hasNoPrice = ({ id, provider, isAvailable, inputTokenCost, outputTokenCost }: ModelConfig): boolean =>
  provider !== "Guide" &&
  !isEmbeddingsModelId(id) &&
  (isAvailable || findOtherModelKind(id) === null) &&
  (inputTokenCost === null || outputTokenCost === null);

export type RequiredField = "id" | "name" | "inputContextWindow" | "outputTokenLimit";

/** Lists what is missing: an available language model needs its window and its limit, too. */
export function listMissingFields(model: ModelConfig): RequiredField[] {
  const needsLimits = model.isAvailable && !isEmbeddingsModelId(model.id);
  return [
    ...(model.id.trim() === "" ? (["id"] as const) : []),
    ...(model.name.trim() === "" ? (["name"] as const) : []),
    ...(needsLimits && model.inputContextWindow === null ? (["inputContextWindow"] as const) : []),
    ...(needsLimits && model.outputTokenLimit === null ? (["outputTokenLimit"] as const) : []),
  ];
}
