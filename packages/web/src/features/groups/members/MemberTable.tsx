import type { GroupMember } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Loader } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useRef } from "react";
import type { MemberList } from "../../../entities/groups/useGroupMembers.ts";
import { useLoadNearEnd } from "../../../lib/useLoadNearEnd.ts";
import { SelectBox } from "../../../ui/SelectBox.tsx";
import { MemberRow } from "./MemberRow.tsx";
import classes from "./MemberTable.module.css";
import type { useLevelChanges } from "./useLevelChanges.ts";
import type { MemberSelection } from "./useMemberSelection.ts";

interface MemberTableProps {
  list: MemberList;
  selection: MemberSelection;
  levelChanges: ReturnType<typeof useLevelChanges>;
  canChange: boolean;
  selfId: string;
  onRemove: (member: GroupMember) => void;
  /** Shown while there are no rows. */
  children: ReactNode;
}

const estimatedPx = 48;

/** A virtualized table of members that loads more as the person scrolls. */
export function MemberTable(props: MemberTableProps) {
  const { list, selection, levelChanges, canChange, selfId, onRemove, children } = props;
  const { members, total, isChanging, isLoadingMore, loadMore } = list;
  const scrollRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const focusedIndexRef = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: members.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => members[index]?.id ?? index,
    estimateSize: () => estimatedPx,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
    overscan: 8,
    // Always render the row that has the focus.
    rangeExtractor: (range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      const index = focusedIndexRef.current;
      return index === null || index >= range.count || visibleIndexes.includes(index)
        ? visibleIndexes
        : [...visibleIndexes, index].sort((a, b) => a - b);
    },
  });
  const loadNearEnd = useLoadNearEnd(scrollRef, members.length, loadMore);
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest("[data-index]");
    focusedIndexRef.current = row ? Number(row.getAttribute("data-index")) : null;
  };
  return (
    <div ref={scrollRef} className={classes.scroll} onScroll={loadNearEnd}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows of a table element cannot be positioned */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: as above; rows are not focusable */}
      <div
        role="table"
        aria-label={t`Members`}
        aria-busy={isChanging || list.isPending}
        aria-rowcount={total === null ? -1 : total + 1}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row}>
            <div role="columnheader">
              {canChange && (
                <SelectBox
                  name={t`Select all listed members`}
                  isDisabled={members.length === 0}
                  isSelected={members.length > 0 && selection.members.length === members.length}
                  onSelect={selection.selectAll}
                />
              )}
            </div>
            <div role="columnheader">{t`Member`}</div>
            <div role="columnheader">{t`Access`}</div>
            <div role="columnheader" aria-label={t`Remove`} />
          </div>
        </div>
        <div
          ref={bodyRef}
          role="rowgroup"
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          data-changing={isChanging || undefined}
          onFocus={onFocus}
          onBlur={() => {
            focusedIndexRef.current = null;
          }}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const member = members[index];
            return (
              member && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  role="row"
                  aria-rowindex={index + 2}
                  data-index={index}
                  data-selected={selection.has(member.id) || undefined}
                  data-changed={levelChanges.isChanged(member) || undefined}
                  className={`${classes.row} ${classes.memberRow}`}
                  style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
                >
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
                </div>
              )
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above; rows are not focusable */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: rows of a table element cannot be positioned */}
      {children}
      {isLoadingMore && (
        <div className={classes.more} role="status">
          <Loader size="xs" aria-hidden /> {t`Loading more members`}
        </div>
      )}
    </div>
  );
}
