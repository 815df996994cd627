import { deleteGroup, type Group, type GroupLevel, leaveGroup } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { assistantKeys } from "../../../entities/assistants/useAssistants.ts";
import { groupsQuery } from "../../../entities/groups/useGroups.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { getFailureText } from "../groupTexts.ts";
import { isKnownOnlyAdmin } from "../members/levelDrafts.ts";
import { RefusableButton } from "../RefusableButton.tsx";
import { useGroupChange } from "../useGroupChange.ts";
import classes from "./GroupManagement.module.css";

interface GroupEndingProps {
  group: Group;
  level: GroupLevel;
  /** True for those who can delete the group, or could when the page was opened. */
  hasActions: boolean;
  /** Called when the person has left or deleted the group. */
  onEnded: () => void;
}

/** Leaves or deletes a group after a confirmation. */
export function GroupEnding({ group, level, hasActions, onEnded }: GroupEndingProps) {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  const [question, setQuestion] = useState<"leave" | "delete" | null>(null);
  const close = () => setQuestion(null);
  const reasonId = useId();
  // The last state of the group in which the server did not let its only administrator leave.
  const [refusedIn, setRefusedIn] = useState<Group | null>(null);
  const end = () => {
    // The next group must not be chosen from a list that still contains this one.
    cache.setQueryData(groupsQuery.queryKey, (groups) => groups?.filter(({ id }) => id !== group.id));
    close();
    onEnded();
  };
  const leaving = useLeaving(group, {
    onLeft: end,
    onFailed(error) {
      close();
      if (level === "admin" && error instanceof CallError && error.code === "conflict") setRefusedIn(group);
    },
  });
  const { run, isRunning } = useGroupChange("delete", level);
  const remove = async () => {
    const error = await run(() => call(deleteGroup, { group_id: group.id }));
    if (error === null) end();
    else close();
  };
  const mustFindSuccessor = group.canLeave && (refusedIn === group || isKnownOnlyAdmin(group, user.email));
  const { name, isBuiltIn } = group;
  const content = describeContent(group);
  const canBeDeleted = hasActions && !isBuiltIn;
  return (
    <section className={classes.section} aria-labelledby="group-ending">
      <h3 id="group-ending" className={classes.heading}>
        {getTitle(group.canLeave, canBeDeleted)}
      </h3>
      <div className={classes.actions}>
        {group.canLeave && (
          <Button
            size="sm"
            variant="default"
            aria-disabled={mustFindSuccessor || undefined}
            data-disabled={mustFindSuccessor}
            aria-describedby={mustFindSuccessor ? reasonId : undefined}
            onClick={() => setQuestion(mustFindSuccessor ? null : "leave")}
          >
            {t`Leave group`}
          </Button>
        )}
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
      {(mustFindSuccessor || !group.canLeave) && (
        <p id={reasonId} className={classes.note}>
          {group.canLeave ? t`To leave, make someone else an administrator first.` : describeMembership(group)}
        </p>
      )}
      <ConfirmDialog
        isOpen={question === "leave"}
        title={t`Leave group`}
        message={
          group.isPublic
            ? t`You will lose your own access to “${name}” immediately. Because the group is public, you can still chat with its published assistants.`
            : t`You will lose access to “${name}” and its assistants immediately. Only an administrator of the group can add you again.`
        }
        confirmLabel={t`Leave group`}
        isDestructive
        isBusy={leaving.isPending}
        onConfirm={() => leaving.mutate()}
        onCancel={close}
      />
      <ConfirmDialog
        isOpen={question === "delete"}
        title={t`Delete group`}
        message={t`Delete “${name}” (${content})? All members lose access immediately, and nobody can use its assistants anymore. Its files are deleted after 30 days. Chats stay with the people who had them. This can’t be undone.`}
        confirmLabel={t`Delete group`}
        isDestructive
        isBusy={isRunning}
        onConfirm={() => void remove()}
        onCancel={close}
      />
    </section>
  );
}

function getTitle(canBeLeft: boolean, canBeDeleted: boolean): string {
  if (canBeLeft) return canBeDeleted ? t`Leave or delete the group` : t`Leave the group`;
  return canBeDeleted ? t`Delete the group` : t`Your membership`;
}

/** Why somebody whom nobody has added is a member, and cannot leave. */
function describeMembership({ isPublic, isBuiltIn, level }: Group): string {
  if (isBuiltIn && level === "admin") {
    return t`You are a member of this group because you are an administrator of this site.`;
  }
  return isPublic
    ? t`This group is public, so everyone is a member and nobody can be removed.`
    : t`You are in this group through a directory group, so you can’t leave it here.`;
}

function describeContent({ numOfMembers, members, assistants }: Group): string {
  const memberCount = numOfMembers ?? Object.keys(members).length;
  const memberText = plural(memberCount, { one: "# member", other: "# members" });
  const assistantCount = assistants.length;
  const assistantText = plural(assistantCount, { one: "# assistant", other: "# assistants" });
  return `${memberText}, ${assistantText}`;
}

interface LeavingOptions {
  onLeft: () => void;
  onFailed: (error: Error) => void;
}

function useLeaving({ id, name }: Group, { onLeft, onFailed }: LeavingOptions) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(leaveGroup, { group_id: id }),
    onSuccess() {
      closeNotices("group");
      notifySuccess(t`You have left “${name}”.`);
      onLeft();
    },
    onError(error) {
      onFailed(error);
      const { code, reason, requestId } =
        error instanceof CallError ? error : { code: null, reason: null, requestId: null };
      // The reason explains why, for example that the group is public.
      if (reason && code === "conflict") notifyError(reason, { topic: "group" });
      else notifyError(getFailureText("removeMembers"), { reason, requestId, topic: "group" });
    },
    async onSettled() {
      void cache.invalidateQueries({ queryKey: assistantKeys.all });
      await cache.invalidateQueries({ queryKey: groupsQuery.queryKey });
    },
    networkMode: "always",
  });
}
