import type { Group, GroupLevel } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import type { GroupManagementProps } from "../../../entities/groups/groupSlots.ts";
import { canEditAssistants, useGroupEvents, useGroups } from "../../../entities/groups/useGroups.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { useNoticeTopic } from "../../../ui/notices/useNoticeTopic.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { GroupFilesSection } from "../files/GroupFilesSection.tsx";
import { MembersSection } from "../members/MembersSection.tsx";
import { GroupAssistantsSection } from "./GroupAssistantsSection.tsx";
import { GroupAvailability } from "./GroupAvailability.tsx";
import { GroupEnding } from "./GroupEnding.tsx";
import { GroupKeySection } from "./GroupKeySection.tsx";
import { GroupLimit } from "./GroupLimit.tsx";
import classes from "./GroupManagement.module.css";
import { GroupTypesSection } from "./GroupTypesSection.tsx";

/** Members, files, types and availability of a group. Follows what the person may do while it is open. */
export function GroupManagement({ groupId, hasAssistants = false, onEnded }: GroupManagementProps) {
  useGroupEvents();
  useNoticeTopic("group");
  const { data: groups, error, isPending, refetch } = useGroups();
  const group = groups?.find(({ id }) => id === groupId);
  // The last known state, so that what was typed remains when the person's membership ends.
  const [lastGroup, setLastGroup] = useState<Group | undefined>(undefined);
  if (group && group !== lastGroup) setLastGroup(group);
  const shownGroup = group ?? (lastGroup?.id === groupId ? lastGroup : undefined);
  if (!shownGroup) {
    if (error)
      return <LoadFailedBanner text={t`Couldn’t load the group.`} error={error} onRetry={() => void refetch()} />;
    return isPending ? <ListSkeleton label={t`Loading group`} /> : <NoGroup />;
  }
  const level = group || !groups ? shownGroup.level : null;
  return (
    <div className={classes.root}>
      {error && <LoadFailedBanner text={t`Couldn’t update the group.`} error={error} onRetry={() => void refetch()} />}
      <RightsNotice level={level} />
      <GroupSections
        key={shownGroup.id}
        group={shownGroup}
        level={level}
        hasAssistants={hasAssistants}
        onEnded={onEnded}
      />
    </div>
  );
}

interface GroupSectionsProps extends Pick<GroupManagementProps, "onEnded"> {
  hasAssistants: boolean;
  group: Group;
  level: GroupLevel | null;
}

function GroupSections({ group, level, hasAssistants, onEnded }: GroupSectionsProps) {
  const { user } = useWorkspace();
  const hasApiKeys = useFlag("apiKeys");
  // What was typed stays on the screen even if it can no longer be saved, with the buttons, which then say so.
  const canEdit = canEditAssistants({ level });
  const isWriter = useWasEver(canEdit);
  const isAdmin = useWasEver(level === "admin");
  return (
    <>
      {hasAssistants && level !== null && <GroupAssistantsSection group={group} />}
      {isWriter && (
        <MembersSection group={group} level={level} hasActions={isAdmin} self={{ id: user.id, email: user.email }} />
      )}
      {canEdit && <GroupFilesSection group={group} />}
      {isWriter && <GroupTypesSection group={group} level={level} hasActions={isAdmin} />}
      {level === "admin" && <GroupAvailability group={group} />}
      {level === "admin" && <GroupLimit group={group} />}
      {level === "admin" && hasApiKeys && <GroupKeySection group={group} />}
      {level !== null && <GroupEnding group={group} level={level} hasActions={isAdmin} onEnded={onEnded} />}
    </>
  );
}

/** Returns true from the first render on in which the condition holds. */
function useWasEver(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}

function RightsNotice({ level }: { level: GroupLevel | null }) {
  const text =
    level === null
      ? t`You are no longer a member of this group.`
      : level === "write"
        ? t`You can edit the assistants of this group. Only its administrators can change the group itself.`
        : level === "read"
          ? t`You can chat with the published assistants of this group. Only its administrators can change the group itself.`
          : "";
  return (
    <p role="status" className={classes.notice}>
      {text}
    </p>
  );
}

function NoGroup() {
  return (
    <p className={classes.empty} role="status">
      {t`This group doesn’t exist, or you’re not a member.`}
    </p>
  );
}
