import type { Group, GroupLevel } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useGroupMembers } from "../../../entities/groups/useGroupMembers.ts";
import { canEditAssistants } from "../../../entities/groups/useGroups.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { useSelection } from "../../../ui/table/useSelection.ts";
import { getLevelDescription, groupLevels } from "../groupTexts.ts";
import classes from "../management/GroupManagement.module.css";
import { AddMembersDialog } from "./AddMembersDialog.tsx";
import { MemberChanges } from "./MemberChanges.tsx";
import { MemberConfirmations } from "./MemberConfirmations.tsx";
import { MemberTable } from "./MemberTable.tsx";
import { MemberTools } from "./MemberTools.tsx";
import { useLevelChanges } from "./useLevelChanges.ts";
import { useMemberRemoval } from "./useMemberRemoval.ts";

interface MembersSectionProps {
  group: Group;
  /** The level of the person; null if they are no member any more. */
  level: GroupLevel | null;
  /** True for those who can change members, or could when the page was opened. */
  hasActions: boolean;
  self: { id: string; email: string };
}

const searchDelayMs = 200;

/** The number beside the heading that names what is counted. */
const formatCount = (count: number, allCount: number | null): string =>
  allCount === null || allCount < count ? formatNumber(count) : t`${count} of ${allCount}`;

/** For screen readers. `allCount`: the number of all members while some of them are searched for, if it is known. */
function formatMemberCount(count: number, allCount: number | null): string {
  return allCount === null || allCount < count
    ? plural(count, { one: "# member", other: "# members" })
    : plural(allCount, { one: `${count} of # member`, other: `${count} of # members` });
}

/** The members of a group: search, add, delete, and update their access. Hidden below the level `write`. */
export function MembersSection({ group, level, hasActions, self }: MembersSectionProps) {
  const [search, setSearch] = useState("");
  const [debouncedSearch] = useDebouncedValue(search.trim(), searchDelayMs);
  const isListed = canEditAssistants({ level });
  const list = useGroupMembers(group.id, search.trim() === "" ? "" : debouncedSearch, isListed);
  const { members, total } = list;
  // The list says that nobody has been added. People can be members in other ways.
  const isCountShown = total !== null && (total > 0 || search.trim() !== "");
  const allCount = search.trim() === "" ? null : group.numOfMembers;
  const selection = useSelection(members);
  const levelChanges = useLevelChanges({ group, level, members, self });
  const removal = useMemberRemoval({ group, level, self, onRemoved: () => selection.selectAll(false) });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {isListed && (
        <section className={classes.section} aria-labelledby="group-members">
          <div className={classes.top}>
            <h3 id="group-members" className={classes.heading}>
              {t`Members`}
            </h3>
            <span role="status" className={classes.note}>
              {isCountShown && (
                <>
                  <span aria-hidden>{formatCount(total, allCount)}</span>
                  <VisuallyHidden>{formatMemberCount(total, allCount)}</VisuallyHidden>
                </>
              )}
            </span>
          </div>
          <ul className={classes.legend}>
            {groupLevels.map((each) => (
              <li key={each}>{getLevelDescription(each)}</li>
            ))}
          </ul>
          <MemberTools
            search={search}
            onSearch={setSearch}
            hasActions={hasActions}
            canChange={level === "admin"}
            onAdd={() => setIsAdding(true)}
          />
          {list.error && (
            <LoadFailedBanner text={t`Couldn’t load the members.`} error={list.error} onRetry={list.retry} />
          )}
          {(!list.error || members.length > 0) && (
            <MemberTable
              list={list}
              selection={selection}
              levelChanges={levelChanges}
              canChange={level === "admin"}
              selfId={self.id}
              onRemove={(member) => removal.request([member])}
            >
              {list.isPending && <ListSkeleton rows={5} label={t`Loading members`} />}
              {!list.isPending && members.length === 0 && (
                <p className={classes.empty} role="status">
                  {search.trim() === "" ? t`Nobody has been added to this group yet.` : t`No members match.`}
                </p>
              )}
            </MemberTable>
          )}
          {hasActions && (
            <MemberChanges
              canChange={level === "admin"}
              selectedCount={selection.items.length}
              onDeselect={() => selection.selectAll(false)}
              onDelete={() => removal.request(selection.items)}
              levelChanges={levelChanges}
            />
          )}
        </section>
      )}
      <AddMembersDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        group={group}
        level={level}
        ownEmail={self.email}
      />
      <MemberConfirmations groupName={group.name} levelChanges={levelChanges} removal={removal} />
    </>
  );
}
