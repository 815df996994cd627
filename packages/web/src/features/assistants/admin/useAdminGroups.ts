import type { Group } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { canEditAssistants, groupsQuery, useGroupEvents } from "../../../entities/groups/useGroups.ts";

export interface AdminGroups {
  /** The groups that the person can write in, by name; undefined while they are loading. */
  groups: readonly Group[] | undefined;
  /** The group that is shown. It stays after the person has lost it, so that no text is lost. */
  group: Group | null;
  /** True if the person can no longer write in `group`. */
  isLost: boolean;
  /** True if the person is a member of the group to show, but cannot write in it. */
  canOnlyChat: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * The groups of the Assistant Admin Interface. `groupId`: the one to show; null: the first one. `endedId`: the one that
 * the person has left or deleted here.
 */
export function useAdminGroups(groupId: string | null, endedId: string | null): AdminGroups {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...groupsQuery, refetchOnMount: "always" });
  useGroupEvents();
  const [lastGroup, setLastGroup] = useState<Group | null>(null);
  // Assistants are edited only once the present rights are known.
  const groups = isFetchedAfterMount ? data?.filter(canEditAssistants) : undefined;
  const found = (groupId === null ? findFirst(groups) : groups?.find(({ id }) => id === groupId)) ?? null;
  if (found && found !== lastGroup) setLastGroup(found);
  const isLost =
    groups !== undefined &&
    !found &&
    lastGroup !== null &&
    lastGroup.id !== endedId &&
    (groupId ?? lastGroup.id) === lastGroup.id;
  return {
    groups,
    group: found ?? (isLost || groups === undefined ? lastGroup : null),
    isLost,
    canOnlyChat: !found && (data ?? []).some(({ id }) => id === groupId),
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

/** Nobody needs the built-in group first: its assistants belong to the server. */
const findFirst = (groups: readonly Group[] | undefined) => groups?.find(({ isBuiltIn }) => !isBuiltIn) ?? groups?.[0];
