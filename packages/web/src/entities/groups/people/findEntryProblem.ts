import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { hasSeparator, isEmail, isGroupEntry, isSystemId } from "./peopleEntries.ts";
import { type EnterableGroups, findGroupsByName, findGroupsByWord, findWholeGroup } from "./wholeGroups.ts";

/** Returns why an entry cannot be used; null if it can. While the groups are not known, the server decides on `#group`. */
export function findEntryProblem(entry: string, enterable: EnterableGroups): string | null {
  const { groups, wholeGroups } = enterable;
  if (!isGroupEntry(entry)) return wholeGroups ? findRecipientProblem(entry, enterable) : findPersonProblem(entry);
  if (!groups) return null;
  const matches = findNamedGroups(entry, groups);
  const [group] = matches;
  if (!group) return t`You’re not a member of a group with this name.`;
  if (matches.length > 1) return t`You are a member of several groups with this name. Choose one of the suggestions.`;
  return group.level === "read" ? t`You can only add the members of groups that you can edit.` : null;
}

const isPerson = (entry: string) => isEmail(entry) || isSystemId(entry);

const findPersonProblem = (entry: string): string | null =>
  isPerson(entry) ? null : t`Enter an email address, a program’s system ID, or # and a group’s name.`;

/** As `findPersonProblem`, where a whole group can be entered too. */
function findRecipientProblem(entry: string, { groups, wholeGroups = [], ownEmail }: EnterableGroups): string | null {
  if (ownEmail && entry.toLowerCase() === ownEmail.toLowerCase()) return t`This is you. You have it already.`;
  if (findWholeGroup(entry, wholeGroups)) return null;
  const hasName = findGroupsByName(entry, wholeGroups).length > 0;
  // The id of a program can also be the name of a group.
  if (hasName && !isEmail(entry)) return t`Choose the group from the suggestions.`;
  if (isPerson(entry)) return null;
  if (!groups) return t`Your groups haven’t loaded yet. Enter an email address, or wait a moment.`;
  return findGroupsByName(entry, groups).length > 0
    ? t`You can’t share with this group.`
    : t`Enter an email address, a program’s system ID, or the name of a group you can share with.`;
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

/** The groups whose members the person may add and that match the text, which may begin with `#`; none for no text. */
export function suggestGroups(text: string, groups: readonly Group[]): Group[] {
  if (text === "") return [];
  const editableGroups = groups.filter(({ level }) => level !== "read");
  return findGroupsByWord(isGroupEntry(text) ? text.slice(1) : text, editableGroups);
}
