import { type AvailableModels, getAvailableModels, type Model } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../lib/call.ts";

export interface Models {
  /** `failed` only while there are none: a list that could not be read again stays. */
  status: "loading" | "ready" | "failed";
  models: readonly Model[];
  default: Model | null;
  cheapest: Model | null;
  advanced: Model | null;
  /** Something better than the built-in guide is there. */
  hasLanguageModel: boolean;
  find: (id: string | null | undefined) => Model | null;
  error: Error | null;
  retry: () => void;
}

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => call(getAvailableModels, {}, { signal }),
  staleTime: 5 * 60_000,
  // Without a network the call must fail and say so, not wait.
  networkMode: "always",
});

/** The models that one may use. */
export function useModels(): Models {
  const { data, error, isFetching, refetch } = useQuery(modelsQuery);
  return useMemo(() => {
    const status = data ? "ready" : error && !isFetching ? "failed" : "loading";
    const retry = () => void refetch();
    return {
      ...(data ?? none),
      ...choices(data ?? none),
      status,
      error: status === "failed" ? error : null,
      retry,
    };
  }, [data, error, isFetching, refetch]);
}

const none: AvailableModels = {
  default: null,
  cheapest: null,
  advanced: null,
  models: [],
};

function choices({ models }: AvailableModels): Pick<Models, "hasLanguageModel" | "find"> {
  const byId = new Map(models.map((model) => [model.id, model]));
  return {
    hasLanguageModel: models.some((model) => !isGuide(model)),
    find: (id) => (id ? (byId.get(id) ?? null) : null),
  };
}

/** The model that answers in a conversation: the one that was chosen for it, else the default one. Null: there is none. */
export function chooseModel(
  models: Pick<AvailableModels, "models" | "default"> | undefined,
  modelId: string | null,
): Model | null {
  return models?.models.find(({ id }) => id === modelId) ?? models?.default ?? null;
}

/** The built-in guide is no language model. */
export function isGuide(model: Model): boolean {
  return model.provider === "Guide";
}
