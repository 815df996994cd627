import { updateGroupAnalysis } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assistantKeys } from "../../entities/assistants/useAssistants.ts";
import { groupsQuery } from "../../entities/groups/useGroups.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError } from "../../ui/notices/notify.tsx";

/** Lets a site administrator switch the analysis of a group's conversations on or off. */
export function useSwitchAnalysis(groupId: string) {
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (isOn: boolean) => call(updateGroupAnalysis, { group_id: groupId, supportConvAnalysis: isOn }),
    networkMode: "always",
    onError: (error) => {
      const { reason, requestId } = error instanceof CallError ? error : { reason: error.message, requestId: null };
      notifyError(t`Couldn’t change the chat analysis of the group.`, { reason, requestId });
    },
    // The button stays busy until what it has switched is shown.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: assistantKeys.all });
      return cache.invalidateQueries({ queryKey: groupsQuery.queryKey });
    },
  });
  return { switchAnalysis: mutate, isSwitching: isPending };
}
