import { type ModelCall, type ModelEndpoint, ModelError, type OptionalParameter } from "../modelProvider.ts";

/** Remembers the parameters that models refuse, so that only the first request is sent twice. */
export interface RefusedParameters {
  /**
   * Sends a request, and again without each parameter that the server refuses. `send` gets the parameters to avoid.
   * Throws the errors of `send`.
   */
  send<T>(
    endpoint: ModelEndpoint,
    call: Pick<ModelCall, "model">,
    send: (refused: ReadonlySet<OptionalParameter>) => Promise<T>,
  ): Promise<T>;
}

const maxRememberedModels = 1000;

export function createRefusedParameters(): RefusedParameters {
  const refusedByModel = new Map<string, ReadonlySet<OptionalParameter>>();
  const remember = (key: string, refused: ReadonlySet<OptionalParameter>) => {
    refusedByModel.delete(key);
    refusedByModel.set(key, refused);
    const [oldestKey] = refusedByModel.keys();
    if (refusedByModel.size > maxRememberedModels && oldestKey !== undefined) refusedByModel.delete(oldestKey);
  };
  return {
    async send(endpoint, { model }, send) {
      const key = JSON.stringify([endpoint.wire, endpoint.url, model]);
      let refused = refusedByModel.get(key) ?? new Set<OptionalParameter>();
      for (let isRetry = false; ; isRetry = true) {
        try {
          const result = await send(refused);
          if (isRetry) remember(key, refused);
          return result;
        } catch (error) {
          const parameter = error instanceof ModelError ? error.refusedParameter : undefined;
          if (parameter === undefined || refused.has(parameter)) throw error;
          refused = new Set([...refused, parameter]);
        }
      }
    },
  };
}
