import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { hasSeparator, isEmail, isGroupEntry, isSystemId } from "./peopleEntries.ts";

/**
 * Returns why an entry cannot be used; null if it can. `groups`: those of the person; undefined while they are not
 * known, when the server decides about `#group`.
 */
export function findEntryProblem(entry: string, groups: readonly Group[] | undefined): string | null {
  if (!isGroupEntry(entry)) {
    return isEmail(entry) || isSystemId(entry)
      ? null
      : t`Enter an e-mail address, a program’s system ID, or # and a group’s name.`;
  }
  if (!groups) return null;
  const matches = findNamedGroups(entry, groups);
  const [group] = matches;
  if (!group) return t`You are not a member of a group with this name.`;
  if (matches.length > 1) return t`You are a member of several groups with this name. Choose one of the suggestions.`;
  return group.level === "read" ? t`You need write access to a group to add its members.` : null;
}

/** The groups that `#` and a name or an id stands for. */
export function findNamedGroups(entry: string, groups: readonly Group[]): Group[] {
  const name = entry.slice(1).trim().toLowerCase();
  return groups.filter((group) => [group.name.toLowerCase(), group.id.toLowerCase()].includes(name));
}

/** The entry that stands for a group: its name, or its id if the name is not unique or contains a separator. */
export function toGroupEntry(group: Group, groups: readonly Group[]): string {
  const isUsable = findNamedGroups(`#${group.name}`, groups).length === 1 && !hasSeparator(group.name);
  return `#${isUsable ? group.name : group.id}`;
}

/** The groups whose members the person may add, which are suggested after `#`. */
export function suggestGroups(text: string, groups: readonly Group[]): Group[] {
  const part = text.slice(1).trim().toLowerCase();
  return groups.filter(({ name, level }) => level !== "read" && name.toLowerCase().includes(part));
}
