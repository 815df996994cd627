import { connectModelEndpoint, testModelEndpoint } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { call } from "../../lib/call.ts";
import { notifySuccess } from "../../ui/notices/notify.tsx";
import { formatEndpointError } from "./formatEndpointError.ts";
import { formatModelIds } from "./formatModelIds.ts";

const emptyFields = { url: "", key: "" };
/** If a server has at most this many models, all of them are selected initially; otherwise none. */
const preselectLimit = 8;

/** The state of the 'Connect a model' form: the fields, the models of the server and the selection. */
export function useConnectModel(onSaved: () => void) {
  const cache = useQueryClient();
  const [fields, setFields] = useState(emptyFields);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());

  const testMutation = useMutation({
    mutationFn: () => call(testModelEndpoint, fields),
    networkMode: "always",
    onSuccess: ({ models }) => setChosenIds(new Set(models.length <= preselectLimit ? models.map(({ id }) => id) : [])),
  });
  const saveMutation = useMutation({
    mutationFn: () => call(connectModelEndpoint, { ...fields, modelIds: [...chosenIds] }),
    networkMode: "always",
    onSuccess: async ({ models }) => {
      await cache.invalidateQueries(modelsQuery);
      const { length: count, 0: first } = models;
      const modelName = first?.name ?? "";
      notifySuccess(plural(count, { one: `${modelName} is connected.`, other: "# models are connected." }));
      setFields(emptyFields);
      setChosenIds(new Set());
      testMutation.reset();
      onSaved();
    },
  });

  /** Changes fields, and discards the discovered models, because they belong to the previous URL and key. */
  const change = (changes: Partial<typeof emptyFields>) => {
    setFields({ ...fields, ...changes });
    testMutation.reset();
    saveMutation.reset();
  };
  const discoveredIds = testMutation.data?.models.map(({ id }) => id) ?? null;
  const failure = saveMutation.error ?? testMutation.error;
  return {
    ...fields,
    setUrl: (url: string) => change({ url }),
    /** Sets the URL. If it changes, also clears the key, which must not be sent to another server. */
    setServer: (url: string) => change(url === fields.url ? {} : { url, key: "" }),
    setKey: (key: string) => change({ key }),
    /** The ids of the server's models after a successful test; null before that, or if the server has no models. */
    discoveredIds: discoveredIds && discoveredIds.length > 0 ? discoveredIds : null,
    /** The ids of the server's models that are not for chats. */
    leftOutIds: testMutation.data?.leftOutIds ?? [],
    chosenIds,
    setChosenIds,
    isBusy: testMutation.isPending || saveMutation.isPending,
    /** The error message to show; null if there is none. */
    reason: failure
      ? formatEndpointError(failure)
      : discoveredIds?.length === 0
        ? describeNoModels(testMutation.data?.leftOutIds ?? [])
        : null,
    test: () => testMutation.mutate(),
    save: () => saveMutation.mutate(),
  };
}

function describeNoModels(leftOutIds: readonly string[]): string {
  const names = formatModelIds(leftOutIds);
  return names === ""
    ? t`The server responded, but it has no models.`
    : t`The server responded, but it has no models for chats, only others: ${names}`;
}
