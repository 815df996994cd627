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

/** Says of each new address that is not saved, although something was typed, what is missing. */
export function describeDropped(changes: readonly ModelEndpointsConfig[]): string[] {
  return changes.flatMap(({ id, endpoints }) =>
    endpoints
      .filter((endpoint) => endpoint.isNew && !endpoint.isRemoved && !isComplete(endpoint))
      .filter(({ url, key }) => url.trim() !== "" || key.trim() !== "")
      .map((endpoint) => {
        const url = endpoint.url.trim();
        if (url === "") return t`${id}: an address with a key has no URL.`;
        return t`${id}: ${url} has no key, and “The server needs no key” is not ticked.`;
      }),
  );
}

/** Lists the new addresses, which are tested before they are saved. */
export function listNewEndpoints(
  changes: readonly ModelEndpointsConfig[],
): { id: string; endpoint: ModelEndpointConfig }[] {
  return changes.flatMap(({ id, endpoints }) =>
    endpoints
      .filter((endpoint) => endpoint.isNew && !endpoint.isRemoved && isComplete(endpoint))
      .map((endpoint) => ({ id, endpoint })),
  );
}
