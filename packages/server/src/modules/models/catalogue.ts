import {
  defaultInputContextWindow,
  defaultOutputTokenLimit,
  findOtherModelKind,
  type ModelProviderName,
} from "@lectern/contract";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { assignDefaults } from "./assignDefaults.ts";
import { findKnownModel, supportsSystemPrompts } from "./knownModels.ts";
import { isGuide } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

/** A model that a configured or connected server offers. */
export interface DiscoveredModel {
  upstreamId: string;
  /** In tokens, as the server reports it; null if the server reports none. */
  contextWindow: number | null;
  outputTokenLimit?: number;
  /** The name that the server reports. */
  name?: string;
  provider: ModelProviderName;
  endpoint: StoredModelEndpoint;
}

export const guideId = "guide";
/** The maximum of the columns for token limits. Some servers report a huge number that means "no limit". */
const maxTokenLimit = 2 ** 31 - 1;

/**
 * Merges the models discovered at server start into the catalogue. Adds new models. Models from the environment get
 * their current properties, except for those that an administrator has set, and become unavailable if their server no
 * longer offers them or is no longer configured; those of a server in `failedUrls` (base URLs) stay as they are, unless
 * its fallback list contains them. If an administrator has added addresses, these stay available instead, and the address
 * of a server that is no longer configured is dropped. Models that an administrator added do not change. Assigns the
 * defaults again.
 */
export function mergeDiscoveredModels(
  rows: readonly ModelRow[],
  discoveredModels: readonly DiscoveredModel[],
  failedUrls: ReadonlySet<string>,
  now: Date,
): ModelRow[] {
  const discoveredModelsByIdentity = new Map(
    discoveredModels.map((model) => [toModelIdentity(model.endpoint, model.upstreamId), model]),
  );
  const mergedRows = rows.map((row) => {
    if (row.origin !== "environment" || row.endpoints.length === 0) return row;
    const [addedEndpoints, ownEndpoints] = [row.endpoints.filter(isAdded), row.endpoints.filter(isNotAdded)];
    const discoveredModel = ownEndpoints
      .map((endpoint) => discoveredModelsByIdentity.get(toModelIdentity(endpoint, row.upstream_id)))
      .find((match) => match !== undefined);
    if (discoveredModel) {
      return {
        ...row,
        ...omitAdminFields(row, { ...toModelProperties(discoveredModel), is_available: true }),
        endpoints: [discoveredModel.endpoint, ...addedEndpoints],
      };
    }
    const isStillConfigured = (endpoint: StoredModelEndpoint) =>
      failedUrls.has(endpoint.url) || discoveredModels.some((model) => isSameServer(model.endpoint, endpoint));
    // Addresses that an administrator has added still answer. A server that was removed from the environment gets no more.
    if (addedEndpoints.length > 0) {
      return { ...row, endpoints: [...ownEndpoints.filter(isStillConfigured), ...addedEndpoints] };
    }
    const isReachable = ownEndpoints.some(({ url }) => failedUrls.has(url));
    return isReachable ? row : { ...row, is_available: false };
  });
  // Add nothing from the fallback list of a failed server if the catalogue already has models of that server.
  const knownUrls = new Set(rows.flatMap((row) => row.endpoints.map(({ url }) => url)));
  const newModels = discoveredModels.filter(({ endpoint: { url } }) => !(failedUrls.has(url) && knownUrls.has(url)));
  return assignDefaults(addModels(mergedRows, newModels, "environment", now));
}

const isSameServer = (a: StoredModelEndpoint, b: StoredModelEndpoint) => a.wire === b.wire && a.url === b.url;

/**
 * True if the server has the model's first address. Properties follow this server alone: at another one, the same model
 * may have no known price.
 */
const isMainServer = ({ endpoints: [first] }: ModelRow, server: StoredModelEndpoint) =>
  first !== undefined && isSameServer(first, server);

const isAdded = (endpoint: StoredModelEndpoint) => endpoint.isAdded === true;
const isNotAdded = (endpoint: StoredModelEndpoint) => !isAdded(endpoint);

/** Returns the values without those that an administrator has set. */
export function omitAdminFields(row: ModelRow, values: Partial<ModelRow>): Partial<ModelRow> {
  return Object.fromEntries(Object.entries(values).filter(([column]) => !row.admin_fields.includes(column)));
}

/**
 * Merges the models that an administrator chose when connecting a server. Existing models become available and use the
 * new key. Those of which it is the main server become the administrator's and get their current properties.
 */
export function mergeConnectedModels(
  rows: readonly ModelRow[],
  chosenModels: readonly DiscoveredModel[],
  now: Date,
): ModelRow[] {
  const chosenModelsByIdentity = new Map(
    chosenModels.map((model) => [toModelIdentity(model.endpoint, model.upstreamId), model]),
  );
  const mergedRows = rows.map((row) => {
    const model = toModelIdentities(row)
      .map((identity) => chosenModelsByIdentity.get(identity))
      .find((match) => match !== undefined);
    if (!model) return row;
    const isReplaced = (endpoint: StoredModelEndpoint) =>
      toModelIdentity(endpoint, row.upstream_id) === toModelIdentity(model.endpoint, model.upstreamId);
    const isMain = isMainServer(row, model.endpoint);
    return {
      ...row,
      ...(isMain && omitAdminFields(row, toModelProperties(model))),
      endpoints: row.endpoints.map((endpoint) =>
        isReplaced(endpoint) ? { ...model.endpoint, ...(endpoint.isAdded && { isAdded: true }) } : endpoint,
      ),
      is_available: true,
      admin_fields: row.admin_fields.filter((column) => column !== "is_available"),
      ...(isMain && { origin: "admin" as const }),
    };
  });
  return assignDefaults(addModels(mergedRows, chosenModels, "admin", now));
}

interface Refresh {
  /** The server that was asked. */
  endpoint: StoredModelEndpoint;
  now: Date;
  origin: "environment" | "admin";
  areNewOnesAvailable: boolean;
  /** False for new models that are of no use here. */
  isOffered: (model: DiscoveredModel) => boolean;
}

/**
 * Merges the models that one server lists now. Those of which it is the main server get their current properties, except
 * for those that an administrator has set. Those that no server offers any more become unavailable, and are available
 * again when they return. New ones are added. Assigns the defaults again.
 */
export function mergeRefreshedModels(
  rows: readonly ModelRow[],
  found: readonly DiscoveredModel[],
  { endpoint, now, origin, areNewOnesAvailable, isOffered }: Refresh,
): { rows: ModelRow[]; addedIds: string[]; missingIds: string[] } {
  const foundById = new Map(found.map((model) => [model.upstreamId, model]));
  const missingIds: string[] = [];
  const mergedRows = rows.map((row) => {
    if (!row.endpoints.some((candidate) => isSameServer(candidate, endpoint))) return row;
    const model = foundById.get(row.upstream_id);
    if (model) {
      const properties = isMainServer(row, endpoint) ? toModelProperties(model) : {};
      return { ...row, ...omitAdminFields(row, { ...properties, is_available: true }) };
    }
    if (row.endpoints.length > 1) return row;
    missingIds.push(row.id);
    return { ...row, is_available: false };
  });
  const present = new Set(rows.map(({ id }) => id));
  const withNewRows = addModels(mergedRows, found.filter(isOffered), origin, now).map((row) =>
    present.has(row.id) || areNewOnesAvailable ? row : turnOff(row),
  );
  const addedIds = withNewRows.filter(({ id }) => !present.has(id) && id !== guideId).map(({ id }) => id);
  return { rows: assignDefaults(withNewRows), addedIds, missingIds };
}

/** Adds the models of an administrator's server that have no row yet. They stay off until an administrator wants them. */
export function addUnavailableModels(
  rows: readonly ModelRow[],
  models: readonly DiscoveredModel[],
  now: Date,
): ModelRow[] {
  const present = new Set(rows.map(({ id }) => id));
  return addModels(rows, models, "admin", now).map((row) => (present.has(row.id) ? row : turnOff(row)));
}

/** Makes a new model unavailable until an administrator wants it. */
const turnOff = (row: ModelRow): ModelRow =>
  isGuide(row) ? row : { ...row, is_available: false, admin_fields: ["is_available"] };

/** Adds the models that have no row yet, and the guide if it has none. */
export function addModels(
  rows: readonly ModelRow[],
  discoveredModels: readonly DiscoveredModel[],
  origin: "environment" | "admin",
  now: Date,
): ModelRow[] {
  const identities = new Set(rows.flatMap(toModelIdentities));
  const ids = new Set(rows.map(({ id }) => id)).add(guideId);
  const newRows: ModelRow[] = [];
  for (const model of discoveredModels) {
    const identity = toModelIdentity(model.endpoint, model.upstreamId);
    if (identities.has(identity)) continue;
    identities.add(identity);
    const id = generateUniqueId(model, ids);
    ids.add(id);
    const row = {
      ...createEmptyRow(now),
      ...toModelProperties(model),
      id,
      upstream_id: model.upstreamId,
      endpoints: [model.endpoint],
      origin,
    };
    // What neither chats nor returns vectors is listed with the reason.
    newRows.push(findOtherModelKind(model.upstreamId) === null ? row : turnOff(row));
  }
  const guideRows = rows.some(isGuide) ? [] : [createGuideRow(now)];
  return [...rows, ...guideRows, ...newRows];
}

/** Two models are the same if the same server offers them under the same id. */
export const toModelIdentity = (endpoint: StoredModelEndpoint, upstreamId: string) =>
  `${endpoint.wire} ${endpoint.url} ${upstreamId}`;
const toModelIdentities = (row: ModelRow) =>
  row.endpoints.map((endpoint) => toModelIdentity(endpoint, row.upstream_id));

/** Returns the server's id of the model. If a row already has this id, appends the host and, if necessary, a number. */
function generateUniqueId({ upstreamId, endpoint }: DiscoveredModel, existingIds: ReadonlySet<string>): string {
  const maxLength = 280;
  const plainId = upstreamId.slice(0, maxLength);
  const idWithHost = `${upstreamId}@${new URL(endpoint.url).host}`.slice(0, maxLength);
  for (let attempt = 1; ; attempt++) {
    const id = attempt === 1 ? plainId : attempt === 2 ? idWithHost : `${idWithHost}-${attempt - 1}`;
    if (!existingIds.has(id)) return id;
  }
}

type ModelProperties = Pick<
  ModelRow,
  | "name"
  | "provider"
  | "input_context_window"
  | "output_token_limit"
  | "input_token_cost"
  | "output_token_cost"
  | "cached_token_cost"
  | "cache_write_token_cost"
  | "supports_images"
  | "supports_system_prompts"
>;

/** Determines a model's properties. The known prices are the vendor's, so they do not apply to other servers. */
export function toModelProperties({
  upstreamId,
  contextWindow,
  outputTokenLimit,
  name,
  provider,
  endpoint,
}: DiscoveredModel): ModelProperties {
  const knownModel = findKnownModel(upstreamId.split("/").at(-1) ?? upstreamId);
  const isVendorHosted = provider === "Azure" || vendorHosts.has(new URL(endpoint.url).hostname);
  const price = isVendorHosted ? (knownModel?.price ?? null) : null;
  const fullContextWindow = contextWindow ?? knownModel?.inputContextWindow ?? defaultInputContextWindow;
  // Input beyond the known window may have a higher price.
  const pricedContextWindow =
    price && knownModel ? Math.min(fullContextWindow, knownModel.inputContextWindow) : fullContextWindow;
  return {
    name: (usesOfficialNames(provider, isVendorHosted) ? knownModel?.name : undefined) ?? name ?? upstreamId,
    provider,
    input_context_window: Math.min(pricedContextWindow, maxTokenLimit),
    output_token_limit: Math.min(
      outputTokenLimit ?? knownModel?.outputTokenLimit ?? defaultOutputTokenLimit,
      maxTokenLimit,
    ),
    input_token_cost: price && toPricePerThousand(price.input),
    output_token_cost: price && toPricePerThousand(price.output),
    cached_token_cost: price && price.cached !== null ? toPricePerThousand(price.cached) : null,
    cache_write_token_cost: null,
    supports_images: knownModel?.supportsImages ?? false,
    supports_system_prompts: supportsSystemPrompts(provider, upstreamId),
  };
}

const vendorHosts: ReadonlySet<string> = new Set([
  "api.openai.com",
  "api.anthropic.com",
  "generativelanguage.googleapis.com",
]);

/**
 * True if a known id on this server stands for the vendor's model. Azure deployments are assumed to have the names of
 * their models. Other servers may use such an id for any model.
 */
function usesOfficialNames(provider: ModelProviderName, isVendorHosted: boolean): boolean {
  return isVendorHosted || provider === "Anthropic" || provider === "Google" || provider === "Bedrock";
}

/** Converts US dollars per million tokens to dollars per 1,000 tokens, as a decimal with 9 places. */
export function toPricePerThousand(pricePerMillion: number): string {
  return (pricePerMillion / 1000).toFixed(9);
}

export function createEmptyRow(now: Date): ModelRow {
  return {
    id: "",
    upstream_id: "",
    name: "",
    provider: "OpenAI",
    description: "",
    system_prompt: "",
    input_context_window: defaultInputContextWindow,
    output_token_limit: defaultOutputTokenLimit,
    input_token_cost: null,
    output_token_cost: null,
    cached_token_cost: null,
    cache_write_token_cost: null,
    exclusive_group_availability: [],
    supports_images: false,
    supports_system_prompts: true,
    is_available: true,
    is_built_in: false,
    is_default: false,
    default_advanced_model: false,
    default_cheapest_model: false,
    default_embeddings_model: false,
    default_qa_model: false,
    endpoints: [],
    origin: "environment",
    admin_fields: [],
    created_at: now,
  };
}

function createGuideRow(now: Date): ModelRow {
  return {
    ...createEmptyRow(now),
    id: guideId,
    upstream_id: guideId,
    name: "Built-in guide",
    provider: "Guide",
    description: "Not a language model: it quotes this workspace’s own help and shows what the workspace can render.",
    input_token_cost: "0",
    output_token_cost: "0",
    cached_token_cost: "0",
    is_built_in: true,
    endpoints: [{ wire: "guide", url: "", keyRef: null }],
    origin: "guide",
  };
}
