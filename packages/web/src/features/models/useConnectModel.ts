import { connectModelEndpoint, testModelEndpoint } from "@lectern/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { call } from "../../lib/call.ts";
import { notifySuccess } from "../../ui/notices/notify.tsx";
import { endpointReason } from "./endpointReason.ts";

const blank = { url: "", key: "" };
/** As many as are chosen from the start when a server has few; of a long list a person picks. */
const fewModels = 8;

/** The state of 'Connect a model': what is typed, what the server has, what is chosen of it. */
export function useConnectModel(onSaved: () => void) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState(blank);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const testing = useMutation({
    mutationFn: () => call(testModelEndpoint, typed),
    networkMode: "always",
    onSuccess: ({ models }) => setChosen(new Set(models.length <= fewModels ? models.map(({ id }) => id) : [])),
  });
  const saving = useMutation({
    mutationFn: () => call(connectModelEndpoint, { ...typed, modelIds: [...chosen] }),
    networkMode: "always",
    onSuccess: async ({ models }) => {
      await cache.invalidateQueries(modelsQuery);
      notifySuccess(models.length === 1 ? `${models[0]?.name} is connected` : `${models.length} models are connected`);
      setTyped(blank);
      setChosen(new Set());
      testing.reset();
      onSaved();
    },
  });

  /** Another address or key makes what was found there doubtful. */
  const change = (changes: Partial<typeof blank>) => {
    setTyped({ ...typed, ...changes });
    testing.reset();
    saving.reset();
  };
  const foundIds = testing.data?.models.map(({ id }) => id) ?? null;
  const failure = saving.error ?? testing.error;
  return {
    ...typed,
    setUrl: (url: string) => change({ url }),
    /** Another server: the key of the one before must not reach it. */
    setServer: (url: string) => change(url === typed.url ? {} : { url, key: "" }),
    setKey: (key: string) => change({ key }),
    /** The models of the server, once it was asked; never empty. */
    found: foundIds && foundIds.length > 0 ? foundIds : null,
    chosen,
    choose: setChosen,
    isBusy: testing.isPending || saving.isPending,
    /** Why it did not work, for the person; null: nothing went wrong. */
    reason: failure
      ? endpointReason(failure)
      : foundIds?.length === 0
        ? "The server answered, but it has no model."
        : null,
    test: () => testing.mutate(),
    save: () => saving.mutate(),
  };
}
