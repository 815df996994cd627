import type { GroupMember } from "@lectern/contract";
import { useMemo, useState } from "react";

export interface MemberSelection {
  /** The listed members that are selected. */
  members: readonly GroupMember[];
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
  /** Selects all members listed so far, or none. */
  selectAll: (isSelected: boolean) => void;
}

/** Manages the selection among the listed members. A member that is no longer listed is not selected. */
export function useMemberSelection(listedMembers: readonly GroupMember[]): MemberSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const members = useMemo(() => listedMembers.filter(({ id }) => ids.has(id)), [listedMembers, ids]);
  return {
    members,
    has: (id) => ids.has(id),
    select: (id, isSelected) =>
      setIds((current) =>
        isSelected ? new Set(current).add(id) : new Set([...current].filter((each) => each !== id)),
      ),
    selectAll: (isSelected) => setIds(new Set(isSelected ? listedMembers.map(({ id }) => id) : [])),
  };
}
