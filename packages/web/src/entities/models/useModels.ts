import { type AvailableModels, getAvailableModels, type Model } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../lib/call.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import { useLocale } from "../../lib/i18n/useLocale.ts";

export interface Models {
  /** `failed` only while there are no models: a list stays available when its reload fails. */
  status: "loading" | "ready" | "failed";
  models: readonly Model[];
  default: Model | null;
  cheapest: Model | null;
  advanced: Model | null;
  /** True if a model other than the built-in guide is available. */
  hasLanguageModel: boolean;
  find: (id: string | null | undefined) => Model | null;
  error: Error | null;
  retry: () => void;
}

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => call(getAvailableModels, {}, { signal }),
  staleTime: 5 * 60_000,
  // Without a network the call must fail immediately instead of waiting.
  networkMode: "always",
});

/** Returns the models that the person may use. The texts of the built-in guide are in the language in use. */
export function useModels(): Models {
  const { data, error, isFetching, refetch } = useQuery(modelsQuery);
  const locale = useLocale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language changes the texts
  return useMemo(() => {
    const available = translateGuide(data ?? noModels);
    const status = data ? "ready" : error && !isFetching ? "failed" : "loading";
    const retry = () => void refetch();
    return {
      ...available,
      ...deriveFields(available),
      status,
      error: status === "failed" ? error : null,
      retry,
    };
  }, [data, error, isFetching, refetch, locale]);
}

const noModels: AvailableModels = {
  default: null,
  cheapest: null,
  advanced: null,
  models: [],
};

/** Only the guide's: the texts of other models come from administrators and providers. */
function translateGuide(available: AvailableModels): AvailableModels {
  const translate = <T extends Model | null>(model: T): T =>
    model && isGuide(model)
      ? { ...model, name: translateServerText(model.name), description: translateServerText(model.description) }
      : model;
  return { ...available, default: translate(available.default), models: available.models.map(translate) };
}

function deriveFields({ models }: AvailableModels): Pick<Models, "hasLanguageModel" | "find"> {
  const byId = new Map(models.map((model) => [model.id, model]));
  return {
    hasLanguageModel: models.some((model) => !isGuide(model)),
    find: (id) => (id ? (byId.get(id) ?? null) : null),
  };
}

/**
 * Returns the model with this id (the choice of a conversation), or else the default model. Null if there is neither.
 */
export function chooseModel(
  models: Pick<Models, "models" | "default"> | undefined,
  modelId: string | null,
): Model | null {
  return models?.models.find(({ id }) => id === modelId) ?? models?.default ?? null;
}

/** True for the built-in guide, which is not a language model. */
export function isGuide(model: Model): boolean {
  return model.provider === "Guide";
}
