import { listModelServers, refreshModelServer, removeModelServer, testStoredEndpoint } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { modelsQuery } from "../../../../entities/models/useModels.ts";
import { call } from "../../../../lib/call.ts";
import { CallError } from "../../../../lib/callError.ts";
import { translateServerText } from "../../../../lib/i18n/translateServerText.ts";
import { notifyError, notifySuccess } from "../../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../../ui/notices/showNotice.ts";
import { useReloadModels } from "./useReloadModels.ts";

export const modelServersQuery = queryOptions({
  queryKey: ["modelServers"],
  queryFn: ({ signal }) => call(listModelServers, {}, { signal }),
  networkMode: "always",
  // How the calls end changes all the time. Not while the tab is in the background.
  refetchInterval: 10_000,
});

/** The address of the server of an endpoint: that of Azure's resource for its deployments. */
export const getServerUrl = (url: string): string => url.split("/openai/deployments/")[0] ?? url;

/** The model servers, and what administrators do with one. */
export function useModelServers() {
  const cache = useQueryClient();
  const reload = useReloadModels();
  const { data, error, refetch } = useQuery({ ...modelServersQuery, retry: false });
  const { mutate, isPending, variables } = useMutation({
    networkMode: "always",
    onMutate: () => closeNotices("admin"),
    mutationFn: ({ run }: { name: string; run: () => Promise<void> }) => run(),
    onError: (failure) =>
      notifyError(t`This didn’t work.`, {
        reason: failure instanceof CallError ? failure.reason : failure.message,
        requestId: failure instanceof CallError ? failure.requestId : null,
        topic: "admin",
      }),
    onSettled: () => cache.invalidateQueries(modelServersQuery),
  });
  const afterChange = () => Promise.all([reload(), cache.invalidateQueries(modelsQuery)]);
  return {
    servers: data?.servers ?? null,
    error,
    retry: () => void refetch(),
    /** What is done now; null: nothing. */
    busyWith: isPending ? variables.name : null,
    test: (url: string, modelId: string) =>
      mutate({
        name: `test ${url} ${modelId}`,
        run: async () => {
          const { success, message = "" } = await call(testStoredEndpoint, { url, modelId });
          if (success) notifySuccess(t`The server answered.`, url);
          else
            notifyError(t`The server didn’t answer.`, {
              reason: `${url}: ${translateServerText(message)}`,
              topic: "admin",
            });
        },
      }),
    refresh: (url: string) =>
      mutate({
        name: `refresh ${url}`,
        run: async () => {
          const { addedIds, missingIds } = await call(refreshModelServer, { url });
          await afterChange();
          const added = plural(addedIds.length, { one: "# new model", other: "# new models" });
          const missing = plural(missingIds.length, { one: "# is missing", other: "# are missing" });
          notifySuccess(t`The list of models was read: ${added}, ${missing}.`, addedIds.join(", "));
        },
      }),
    remove: (url: string) =>
      mutate({
        name: `remove ${url}`,
        run: async () => {
          await call(removeModelServer, { url });
          await afterChange();
          notifySuccess(t`The server was removed.`, url);
        },
      }),
  };
}
