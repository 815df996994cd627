import type { GroupLevel } from "@lectern/contract";
import {
  completePeople,
  emptyPeopleDraft,
  hasPeople,
  type PeopleDraft,
  removeSubmitted,
} from "../../../entities/groups/people/peopleDraft.ts";

/** The people that somebody wants to add to a group, with their levels. */
export interface NewMembers {
  people: PeopleDraft;
  /** The levels that were chosen, by entry. Everybody else gets `defaultLevel`. */
  levels: Readonly<Record<string, GroupLevel>>;
  defaultLevel: GroupLevel;
}

export const noNewMembers: NewMembers = { people: emptyPeopleDraft, levels: {}, defaultLevel: "read" };

export const getNewLevel = ({ levels, defaultLevel }: NewMembers, entry: string): GroupLevel =>
  levels[entry] ?? defaultLevel;

export const setNewLevel = (members: NewMembers, entry: string, level: GroupLevel): NewMembers => ({
  ...members,
  levels: { ...members.levels, [entry]: level },
});

/** Gives everybody this level, also those who are entered later. */
export const setAllNewLevels = (members: NewMembers, level: GroupLevel): NewMembers => ({
  ...members,
  levels: {},
  defaultLevel: level,
});

/** Adds what is still in the field. */
export const completeNewMembers = (members: NewMembers): NewMembers => ({
  ...members,
  people: completePeople(members.people),
});

/** What has been entered since `submitted` was. */
export function withoutSubmitted(members: NewMembers, submitted: NewMembers): NewMembers {
  const people = removeSubmitted(members.people, submitted.people);
  return hasPeople(people) ? { ...members, people } : noNewMembers;
}

/** The levels by entry, as the server takes them. */
export const toMemberLevels = (members: NewMembers): Record<string, GroupLevel> =>
  Object.fromEntries(members.people.entries.map((entry) => [entry, getNewLevel(members, entry)]));
