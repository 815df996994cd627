import { deleteGroup, type Group, type GroupLevel, leaveGroup } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assistantKeys } from "../../../entities/assistants/useAssistants.ts";
import { groupsQuery } from "../../../entities/groups/useGroups.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { getFailureText } from "../groupTexts.ts";
import { RefusableButton } from "../RefusableButton.tsx";
import { useGroupChange } from "../useGroupChange.ts";
import classes from "./GroupManagement.module.css";

interface GroupEndingProps {
  group: Group;
  level: GroupLevel;
  /** True for those who can delete the group, or could when the page was opened. */
  hasActions: boolean;
}

/** Leaves or deletes a group after a confirmation. */
export function GroupEnding({ group, level, hasActions }: GroupEndingProps) {
  const [question, setQuestion] = useState<"leave" | "delete" | null>(null);
  const close = () => setQuestion(null);
  const leaving = useLeaving(group, close);
  const { run, isRunning } = useGroupChange("delete", level);
  const remove = () => void run(() => call(deleteGroup, { group_id: group.id })).then(close);
  const { name, isBuiltIn } = group;
  const canBeDeleted = hasActions && !isBuiltIn;
  return (
    <section className={classes.section} aria-labelledby="group-ending">
      <h3 id="group-ending" className={classes.heading}>
        {canBeDeleted ? t`Leave or delete the group` : t`Leave the group`}
      </h3>
      <div className={classes.actions}>
        <Button size="sm" variant="default" onClick={() => setQuestion("leave")}>
          {t`Leave group`}
        </Button>
        {canBeDeleted && (
          <RefusableButton
            kind="delete"
            isAllowed={level === "admin"}
            color="red.8"
            onClick={() => setQuestion("delete")}
          >
            {t`Delete group`}
          </RefusableButton>
        )}
      </div>
      <ConfirmDialog
        isOpen={question === "leave"}
        title={t`Leave group`}
        message={t`You will lose access to “${name}” and its assistants at once. Only an administrator of the group can add you again.`}
        confirmLabel={t`Leave group`}
        isDestructive
        isBusy={leaving.isPending}
        onConfirm={() => leaving.mutate()}
        onCancel={close}
      />
      <ConfirmDialog
        isOpen={question === "delete"}
        title={t`Delete group`}
        message={t`Delete “${name}”? All members lose access at once, and nobody can use its assistants any more. Its files are deleted after 30 days. Chats stay with the people who had them. This cannot be undone.`}
        confirmLabel={t`Delete group`}
        isDestructive
        isBusy={isRunning}
        onConfirm={remove}
        onCancel={close}
      />
    </section>
  );
}

function useLeaving({ id, name }: Group, onEnd: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(leaveGroup, { group_id: id }),
    onSuccess: () => notifySuccess(t`You have left “${name}”.`),
    onError(error) {
      const { code, reason, requestId } =
        error instanceof CallError ? error : { code: null, reason: null, requestId: null };
      // The reason explains why, for example that the group is public.
      if (reason && code === "conflict") notifyError(reason);
      else notifyError(getFailureText("removeMembers"), { reason, requestId });
    },
    async onSettled() {
      onEnd();
      void cache.invalidateQueries({ queryKey: assistantKeys.all });
      await cache.invalidateQueries({ queryKey: groupsQuery.queryKey });
    },
    networkMode: "always",
  });
}
