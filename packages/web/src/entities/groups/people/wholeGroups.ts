import { foldText, type Group } from "@lectern/contract";
import { isEmail, isGroupEntry, isSystemId } from "./peopleEntries.ts";

/** The groups that can be entered. */
export interface EnterableGroups {
  /** Those of the person, whose members `#` and a name stands for; undefined while they are not known. */
  groups: readonly Group[] | undefined;
  /** Those of them that can be entered as a whole, by their id; undefined where only people are entered. */
  wholeGroups?: readonly Group[] | undefined;
  /** The address of the person, who cannot be a recipient. */
  ownEmail?: string | undefined;
}

/** The groups with this name. Several may have it. */
export function findGroupsByName(name: string, groups: readonly Group[]): Group[] {
  const folded = name.trim().toLowerCase();
  return groups.filter((group) => group.name.trim().toLowerCase() === folded);
}

/**
 * The group that an entry stands for as a whole; null: none. Such an entry is the group's id, because others may have
 * its name: anybody can add the person to a group that is named like another.
 */
export const findWholeGroup = (entry: string, wholeGroups: readonly Group[] | undefined): Group | null =>
  wholeGroups?.find(({ id }) => id === entry) ?? null;

/**
 * What is entered for text that was typed: the id of the only group with this name, if it can be entered as a whole, or
 * else the text. A name counts only as the whole text, because it may contain commas.
 */
export function toTypedEntry(text: string, { groups, wholeGroups }: EnterableGroups): string {
  const name = text.trim();
  if (!wholeGroups || !groups || isEmail(name) || isSystemId(name) || isGroupEntry(name)) return text;
  const [group, ...others] = findGroupsByName(name, groups);
  return group && others.length === 0 && wholeGroups.includes(group) ? group.id : text;
}

/** The groups with a word that begins with the text; all for an empty text. */
export function findGroupsByWord(text: string, groups: readonly Group[]): Group[] {
  const part = toWords(text);
  return groups.filter(({ name }) => ` ${toWords(name)}`.includes(` ${part}`));
}

/** True if the name of a group goes on after this text, which ends at a comma of the name. */
export const isStartOfGroupName = (text: string, wholeGroups: readonly Group[]): boolean =>
  wholeGroups.some(({ name }) => name.toLowerCase().startsWith(text.trimStart().toLowerCase()));

/** Folds a text, with a space in place of what separates words. */
const toWords = (text: string): string =>
  foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
