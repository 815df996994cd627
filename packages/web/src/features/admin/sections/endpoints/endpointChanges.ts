import type { ModelEndpointConfig, ModelEndpointsConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";

export const emptyEndpoint: ModelEndpointConfig = {
  url: "",
  key: "",
  isNew: true,
  needsNoKey: false,
  hasKey: false,
  isLocked: false,
};

/** Returns the addresses of a model, with the changes that are not saved. */
export function findEndpoints(
  stored: readonly ModelEndpointsConfig[],
  changes: readonly ModelEndpointsConfig[],
  id: string,
): readonly ModelEndpointConfig[] {
  const isOfModel = (model: ModelEndpointsConfig) => model.id === id;
  return (changes.find(isOfModel) ?? stored.find(isOfModel))?.endpoints ?? [];
}

/** Returns the changes with other addresses of one model. */
export const replaceEndpoints = (
  changes: readonly ModelEndpointsConfig[],
  id: string,
  endpoints: readonly ModelEndpointConfig[],
): ModelEndpointsConfig[] => [...changes.filter((model) => model.id !== id), { id, endpoints: [...endpoints] }];

/** True for a new address that is saved: it has a URL and, unless its server needs none, a key. */
export const isComplete = ({ url, key, needsNoKey }: ModelEndpointConfig): boolean =>
  url.trim() !== "" && (needsNoKey || key.trim() !== "");

/** True for a new address that waits: something was entered, but not enough to save it. */
const isIncomplete = (endpoint: ModelEndpointConfig): boolean =>
  isAdded(endpoint) && !isComplete(endpoint) && !isEmpty(endpoint);

const isAdded = ({ isNew, isRemoved }: ModelEndpointConfig): boolean => isNew && !isRemoved;

const isEmpty = ({ url, key, needsNoKey }: ModelEndpointConfig): boolean =>
  url.trim() === "" && key.trim() === "" && !needsNoKey;

/** Returns the changes without the new addresses that are not complete. */
export const withoutIncomplete = (changes: readonly ModelEndpointsConfig[]): ModelEndpointsConfig[] =>
  changes.map(({ id, endpoints }) => ({
    id,
    endpoints: endpoints.filter((endpoint) => !isAdded(endpoint) || isComplete(endpoint)),
  }));

/**
 * Returns what is left of changes after they were saved: the incomplete addresses, beside those that are stored now. Those
 * of a model that was stored `before` and is gone are left out.
 */
export function keepIncomplete(
  changes: readonly ModelEndpointsConfig[],
  stored: readonly ModelEndpointsConfig[],
  before: readonly ModelEndpointsConfig[] = [],
): ModelEndpointsConfig[] {
  return changes.flatMap(({ id, endpoints }) => {
    const incomplete = endpoints.filter(isIncomplete);
    const isGone = before.some((model) => model.id === id) && !stored.some((model) => model.id === id);
    if (incomplete.length === 0 || isGone) return [];
    return [{ id, endpoints: [...findEndpoints(stored, [], id), ...incomplete] }];
  });
}

/** Says of each new address that is not saved, although something was entered, what is missing. */
export function describeIncomplete(changes: readonly ModelEndpointsConfig[]): string[] {
  return changes.flatMap(({ id, endpoints }) =>
    endpoints.filter(isIncomplete).map((endpoint) => {
      const url = endpoint.url.trim();
      if (url === "") return t`${id}: a new address has no URL.`;
      return t`${id}: ${url} has no key, and “The server needs no key” is not ticked.`;
    }),
  );
}

/** Lists the new addresses, which are tested before they are saved. */
export function listNewEndpoints(
  changes: readonly ModelEndpointsConfig[],
): { id: string; endpoint: ModelEndpointConfig }[] {
  return changes.flatMap(({ id, endpoints }) =>
    endpoints.filter((endpoint) => isAdded(endpoint) && isComplete(endpoint)).map((endpoint) => ({ id, endpoint })),
  );
}
