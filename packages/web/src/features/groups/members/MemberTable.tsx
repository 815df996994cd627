import type { GroupMember } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { MemberList } from "../../../entities/groups/useGroupMembers.ts";
import { SelectBox } from "../../../ui/SelectBox.tsx";
import type { Selection } from "../../../ui/table/useSelection.ts";
import { VirtualTable } from "../../../ui/table/VirtualTable.tsx";
import { MemberRow } from "./MemberRow.tsx";
import classes from "./MemberTable.module.css";
import type { useLevelChanges } from "./useLevelChanges.ts";

interface MemberTableProps {
  list: MemberList;
  selection: Selection<GroupMember>;
  levelChanges: ReturnType<typeof useLevelChanges>;
  canChange: boolean;
  selfId: string;
  onRemove: (member: GroupMember) => void;
  /** Shown while there are no rows. */
  children: ReactNode;
}

/** The table of a group's members. */
export function MemberTable(props: MemberTableProps) {
  const { list, selection, levelChanges, canChange, selfId, onRemove, children } = props;
  const { members, total } = list;
  return (
    <VirtualTable
      label={t`Members`}
      items={members}
      selection={selection}
      head={<MemberHead members={members} selection={selection} canChange={canChange} />}
      headRowCount={1}
      rowCount={total === null ? -1 : total + 1}
      isChanging={list.isChanging}
      isPending={list.isPending}
      loadingText={list.isLoadingMore ? t`Loading more members` : null}
      loadMore={list.loadMore}
      className={classes.scroll}
      rowClassName={`${classes.row} ${classes.memberRow}`}
      isChanged={levelChanges.isChanged}
      renderRow={(member) => (
        <MemberRow
          member={member}
          level={levelChanges.getLevel(member)}
          isSelf={member.id === selfId}
          isSelected={selection.has(member.id)}
          canChange={canChange}
          onSelect={(isSelected) => selection.select(member.id, isSelected)}
          onLevel={(level) => levelChanges.choose(member, level)}
          onRemove={() => onRemove(member)}
        />
      )}
    >
      {children}
    </VirtualTable>
  );
}

interface MemberHeadProps extends Pick<MemberTableProps, "selection" | "canChange"> {
  members: readonly GroupMember[];
}

function MemberHead({ members, selection, canChange }: MemberHeadProps) {
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: rows of a table element cannot be positioned
    // biome-ignore-start lint/a11y/useFocusableInteractive: as above; rows are not focusable
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <div role="columnheader">
          {canChange && (
            <SelectBox
              name={t`Select all listed members`}
              isDisabled={members.length === 0}
              isSelected={members.length > 0 && selection.items.length === members.length}
              onSelect={selection.selectAll}
            />
          )}
        </div>
        <div role="columnheader">{t`Member`}</div>
        <div role="columnheader" className={classes.levelHead}>
          {t`Access`}
        </div>
        <div role="columnheader" aria-label={t`Remove`} />
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above; rows are not focusable
    // biome-ignore-end lint/a11y/useSemanticElements: rows of a table element cannot be positioned
  );
}
