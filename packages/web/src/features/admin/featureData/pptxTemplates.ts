import { deletePptxTemplate, listPptxTemplates, type PptxTemplate, updatePptxTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { getErrorDetails } from "../getErrorDetails.ts";

export const pptxTemplatesQuery = queryOptions({
  queryKey: ["pptxTemplates"],
  queryFn: async ({ signal }) => (await call(listPptxTemplates, {}, { signal })).templates,
  staleTime: 0,
});

const changeKey = ["changePptxTemplate"];

/** Changes who can choose a template, at once. Quick changes are sent one after the other. */
export function useChangeTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    scope: { id: "changePptxTemplate" },
    networkMode: "always",
    mutationFn: ({ name, isAvailable, amplifyGroups }: PptxTemplate) =>
      call(updatePptxTemplate, { template_name: name, isAvailable, amplifyGroups }),
    onMutate(changed) {
      // A load that is running would show what was there before.
      void cache.cancelQueries(pptxTemplatesQuery);
      cache.setQueryData(pptxTemplatesQuery.queryKey, (templates) =>
        templates?.map((template) => (template.name === changed.name ? changed : template)),
      );
    },
    onError: (error) => notifyError(t`The template couldn’t be changed.`, getErrorDetails(error)),
    onSettled() {
      const isLast = cache.isMutating({ mutationKey: changeKey }) === 1;
      if (isLast) void cache.invalidateQueries(pptxTemplatesQuery);
    },
  });
}

export function useDeleteTemplate(onSettled: () => void) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (name: string) => call(deletePptxTemplate, { template_name: name }),
    onSuccess: (_, name) =>
      cache.setQueryData(pptxTemplatesQuery.queryKey, (templates) =>
        templates?.filter((template) => template.name !== name),
      ),
    onError: (error) => notifyError(t`Unable to delete the PowerPoint template...`, getErrorDetails(error)),
    onSettled() {
      onSettled();
      void cache.invalidateQueries(pptxTemplatesQuery);
    },
  });
}
