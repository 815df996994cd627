import { takeOverGroup } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { groupsQuery } from "../../../entities/groups/useGroups.ts";
import { call } from "../../../lib/call.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { getErrorDetails } from "../getErrorDetails.ts";
import { type SiteConfigs, siteConfigQuery } from "../siteConfigQuery.ts";

/** Makes the person an administrator of a group, for example of one whose administrators have left. Asks first. */
export function TakeOverButton({ groupId, name }: { groupId: string; name: string }) {
  const cache = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => call(takeOverGroup, { group_id: groupId }),
    onSuccess() {
      void cache.invalidateQueries({ queryKey: groupsQuery.queryKey });
      notifySuccess(t`You are an administrator of the group now.`, name);
      // The other groups stay as they were loaded, because somebody may be editing them.
      cache.setQueryData(siteConfigQuery.queryKey, (configs: SiteConfigs | undefined) => {
        const group = configs?.assistantAdminGroups?.[groupId];
        if (!group) return configs;
        const assistantAdminGroups = { ...configs.assistantAdminGroups, [groupId]: { ...group, hasAdmin: true } };
        return { ...configs, assistantAdminGroups };
      });
    },
    onError: (error) => notifyError(t`The group couldn’t be taken over.`, getErrorDetails(error)),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={t`Take over ${name}`} onClick={() => setIsAsking(true)}>
        {t`Take over`}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Take over ${name}`}
        message={t`You become an administrator of this group. Its members see this, and it is recorded.`}
        confirmLabel={t`Take over`}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
