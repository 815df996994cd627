import { limits, type ModelEndpointConfig, type ModelEndpointsConfig } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { isOfEnvironment, parseEndpointUrl, toDisplayUrl } from "./endpointAddresses.ts";
import { hasOtherKey, storeEndpointKey } from "./endpointKey.ts";
import { isGuide } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

type Services = Pick<Platform, "config" | "secrets" | "clock">;

/** Converts the addresses of a model to what administrators see, without keys. */
export function toEndpointsConfig(platform: Pick<Platform, "config">, row: ModelRow): ModelEndpointsConfig {
  return {
    id: row.id,
    endpoints: row.endpoints.map((endpoint) => ({
      url: toDisplayUrl(endpoint, row.upstream_id),
      key: "",
      isNew: false,
      needsNoKey: false,
      hasKey: endpoint.keyRef !== null,
      isLocked: isOfEnvironment(platform, row, endpoint),
    })),
  };
}

/**
 * Applies what an administrator has saved to the addresses of models, and stores new keys, encrypted. Models and addresses
 * that are not named stay as they are. Returns the rows that changed. Throws an `AppError` that says what to change.
 */
export async function applyEndpointConfigs(
  tx: DbTransaction,
  platform: Services,
  { rows, configs }: { rows: readonly ModelRow[]; configs: readonly ModelEndpointsConfig[] },
): Promise<ModelRow[]> {
  const rowsById = new Map(rows.filter((row) => !isGuide(row)).map((row) => [row.id, row]));
  const changes = configs.flatMap(({ id, endpoints }) => {
    if (!rowsById.has(id)) throw new AppError("notFound", { userMessage: `There is no model “${id.slice(0, 100)}”.` });
    return endpoints.map((endpoint) => ({ id, endpoint }));
  });
  // New ones last: they may have the key that another model's address gets now.
  for (const { id, endpoint } of changes.toSorted((a, b) => Number(a.endpoint.isNew) - Number(b.endpoint.isNew))) {
    const row = rowsById.get(id);
    if (!row) continue;
    const change = { rows: [...rowsById.values()], row, endpoint };
    rowsById.set(id, await applyEndpointConfig(tx, platform, change));
  }
  const changedRows = [...rowsById.values()].filter((row) => !rows.includes(row));
  const crowded = changedRows.find(({ endpoints }) => endpoints.length > limits.endpointsPerModel);
  if (crowded) throw createError(`“${crowded.name.slice(0, 100)}” has too many addresses.`);
  return changedRows;
}

interface Change {
  /** All models, with what has been changed so far. */
  rows: readonly ModelRow[];
  row: ModelRow;
  endpoint: ModelEndpointConfig;
}

async function applyEndpointConfig(tx: DbTransaction, platform: Services, change: Change): Promise<ModelRow> {
  const { row, endpoint } = change;
  if (endpoint.isNew) return addEndpoint(tx, platform, change);
  const stored = row.endpoints.find((candidate) => toDisplayUrl(candidate, row.upstream_id) === endpoint.url);
  if (!stored || (!endpoint.isRemoved && endpoint.key === "")) return row;
  if (isOfEnvironment(platform, row, stored)) {
    throw createError(`The server’s environment configures ${endpoint.url.slice(0, 200)}. It can’t be changed here.`);
  }
  const others = row.endpoints.filter((candidate) => candidate !== stored);
  if (endpoint.isRemoved) return { ...row, endpoints: others };
  const keyRef = await storeEndpointKey(platform, tx, stored.url, endpoint.key);
  return {
    ...row,
    endpoints: row.endpoints.map((candidate) => (candidate === stored ? { ...stored, keyRef } : candidate)),
  };
}

/** True for a new address without a URL, or without a key that it needs: it is dropped. */
export const isIncompleteEndpoint = ({ isNew, isRemoved, url, key, needsNoKey }: ModelEndpointConfig): boolean =>
  isNew && !isRemoved && (url === "" || (key === "" && !needsNoKey));

async function addEndpoint(tx: DbTransaction, platform: Services, { rows, row, endpoint }: Change): Promise<ModelRow> {
  const { url, key, isRemoved } = endpoint;
  if (isRemoved || isIncompleteEndpoint(endpoint)) return row;
  const parsed = parseEndpointUrl(url);
  const displayUrl = toDisplayUrl({ ...parsed, keyRef: null }, row.upstream_id);
  if (row.endpoints.some((stored) => toDisplayUrl(stored, row.upstream_id) === displayUrl)) {
    throw createError(`“${row.name.slice(0, 100)}” has the address ${displayUrl.slice(0, 200)} already.`);
  }
  const endpoints = rows.flatMap((candidate) => candidate.endpoints);
  if (await hasOtherKey(platform, tx, { url: parsed.url, key, endpoints })) {
    throw createError(
      `${displayUrl.slice(0, 200)} has another key already. Please enter that key, or change it where the address is listed.`,
    );
  }
  const keyRef = await storeEndpointKey(platform, tx, parsed.url, key);
  const added: StoredModelEndpoint = { ...parsed, keyRef, isAdded: true };
  return { ...row, endpoints: [...row.endpoints, added] };
}

const createError = (userMessage: string) => new AppError("invalidInput", { userMessage });
