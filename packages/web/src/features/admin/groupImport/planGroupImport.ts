import { type DirectoryGroupConfig, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { isEmail } from "../../../entities/groups/people/peopleEntries.ts";
import { createGroup } from "./createGroup.ts";
import type { GroupRow, GroupTable } from "./readGroupTable.ts";

type Groups = Readonly<Record<string, DirectoryGroupConfig>>;

export interface GroupDifference {
  name: string;
  isNew: boolean;
  addedMembers: string[];
  removedMembers: string[];
  addedIncludes: string[];
  removedIncludes: string[];
}

export interface RefusedRow {
  line: number;
  reason: string;
}

export interface GroupImport {
  /** All groups as they would be. */
  groups: Record<string, DirectoryGroupConfig>;
  differences: GroupDifference[];
  refused: RefusedRow[];
  /** How many addresses the table names again for the same group. */
  duplicateCount: number;
}

interface PlannedGroup {
  /** Folded addresses that the table names. */
  named: Set<string>;
  members: Set<string>;
  includes: Set<string>;
}

/**
 * Returns what a table changes. Groups that it does not name stay as they are. `replaces`: members and included groups of
 * the others that it does not name are removed. Rows with an error are left out and listed. Pure.
 */
export function planGroupImport(groups: Groups, { rows, hasIncludes }: GroupTable, replaces: boolean): GroupImport {
  const planned = new Map<string, PlannedGroup>(
    Object.values(groups).map(({ groupName, members, includeFromOtherGroups }) => [
      groupName,
      { named: new Set(), members: new Set(members), includes: new Set(includeFromOtherGroups) },
    ]),
  );
  const refused: RefusedRow[] = [];
  const touched = new Set<string>();
  let duplicateCount = 0;

  const accept = (row: GroupRow): string | null => {
    const addresses = row.members
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((address) => address !== "");
    const problem = findRowProblem(row, addresses) ?? findLimit(row, addresses);
    if (problem !== null) return problem;
    const group = planned.get(row.group) ?? { named: new Set(), members: new Set(), includes: new Set() };
    planned.set(row.group, group);
    if (replaces && !touched.has(row.group)) {
      group.members.clear();
      if (hasIncludes) group.includes.clear();
    }
    touched.add(row.group);
    for (const address of addresses) {
      if (group.named.has(address)) duplicateCount += 1;
      group.named.add(address);
      group.members.add(address);
    }
    return null;
  };
  const findLimit = (row: GroupRow, addresses: readonly string[]): string | null => {
    const group = planned.get(row.group);
    if (!group && planned.size >= limits.directoryGroups) return t`There are too many groups.`;
    const count = (replaces ? group?.named.size : group?.members.size) ?? 0;
    return count + addresses.length > limits.directoryGroupMembers ? t`The group has too many members.` : null;
  };
  const accepted = rows.filter((row) => {
    const reason = accept(row);
    if (reason !== null) refused.push({ line: row.line, reason });
    return reason === null;
  });

  // After all groups are known, because a table may name them in any order.
  for (const { line, group: name, includes } of accepted) {
    const group = planned.get(name);
    if (!group || includes === "" || group.includes.has(includes)) continue;
    const reason = findIncludeProblem(planned, name, includes);
    if (reason === null) group.includes.add(includes);
    else refused.push({ line, reason });
  }

  const changed = [...touched].map((name) => toConfig(name, planned.get(name), groups));
  return {
    groups: { ...groups, ...Object.fromEntries(changed.map((group) => [group.groupName, group])) },
    differences: changed.map((group) => compare(getOwn(groups, group.groupName), group)).filter(isDifferent),
    refused: refused.sort((a, b) => a.line - b.line),
    duplicateCount,
  };
}

function findRowProblem({ group, includes }: GroupRow, addresses: readonly string[]): string | null {
  if (group === "") return t`The line has no group.`;
  if (group.length > maxNameLength) return t`The name of the group is too long.`;
  if (addresses.length === 0 && includes === "") return t`The line has no address.`;
  const wrong = addresses.find((address) => !isEmail(address));
  return wrong === undefined ? null : t`“${wrong.slice(0, 100)}” is not an email address.`;
}

const maxNameLength = 200;

function findIncludeProblem(planned: ReadonlyMap<string, PlannedGroup>, name: string, includes: string): string | null {
  if (!planned.has(includes)) return t`There is no group “${includes.slice(0, 100)}”.`;
  const path = findPath(planned, includes, name);
  if (path === null) return null;
  const circle = [name, ...path].join(" → ");
  return t`“${name}” can’t include itself, not even through others: ${circle}`;
}

/** Returns the groups through which one includes another, with both; null if it does not. */
function findPath(planned: ReadonlyMap<string, PlannedGroup>, from: string, to: string): string[] | null {
  const previous = new Map<string, string | null>([[from, null]]);
  for (const name of previous.keys()) {
    if (name === to) {
      const path: string[] = [];
      for (let step: string | null = name; step !== null; step = previous.get(step) ?? null) path.unshift(step);
      return path;
    }
    for (const next of planned.get(name)?.includes ?? []) if (!previous.has(next)) previous.set(next, name);
  }
  return null;
}

function toConfig(name: string, planned: PlannedGroup | undefined, groups: Groups): DirectoryGroupConfig {
  return {
    ...(getOwn(groups, name) ?? createGroup(name)),
    members: [...(planned?.members ?? [])],
    includeFromOtherGroups: [...(planned?.includes ?? [])],
  };
}

const getOwn = (groups: Groups, name: string) => (Object.hasOwn(groups, name) ? groups[name] : undefined);

function compare(before: DirectoryGroupConfig | undefined, after: DirectoryGroupConfig): GroupDifference {
  const { members = [], includeFromOtherGroups = [] } = before ?? {};
  return {
    name: after.groupName,
    isNew: before === undefined,
    addedMembers: without(after.members, members),
    removedMembers: without(members, after.members),
    addedIncludes: without(after.includeFromOtherGroups, includeFromOtherGroups),
    removedIncludes: without(includeFromOtherGroups, after.includeFromOtherGroups),
  };
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others);
  return names.filter((name) => !left.has(name));
}

const isDifferent = ({ isNew, addedMembers, removedMembers, addedIncludes, removedIncludes }: GroupDifference) =>
  isNew || [addedMembers, removedMembers, addedIncludes, removedIncludes].some((names) => names.length > 0);
