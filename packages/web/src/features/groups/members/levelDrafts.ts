import type { Group, GroupLevel, GroupMember } from "@lectern/contract";
import type { LevelDrafts } from "../../../entities/groups/groupDrafts.ts";

/** Chooses a level for a member. To choose the present one removes the draft. Pure. */
export function setLevelDraft(drafts: LevelDrafts, member: GroupMember, level: GroupLevel): LevelDrafts {
  const changed = new Map(drafts);
  if (level === member.level) changed.delete(member.id);
  else changed.set(member.id, level);
  return changed;
}

/** Removes the drafts that say what is already so, such as after a confirmation. Pure. */
export function dropDoneDrafts(drafts: LevelDrafts, members: readonly GroupMember[]): LevelDrafts {
  const done = members.filter(({ id, level }) => drafts.get(id) === level);
  if (done.length === 0) return drafts;
  const ids = new Set(done.map(({ id }) => id));
  return new Map([...drafts].filter(([id]) => !ids.has(id)));
}

/** True if the list of the group shows that the person is its only administrator. In large groups the server decides. */
export function isKnownOnlyAdmin({ level, members, numOfMembers }: Group, ownEmail: string): boolean {
  const levels = Object.entries(members);
  const isComplete = numOfMembers !== null && levels.length === numOfMembers;
  return (
    level === "admin" &&
    isComplete &&
    members[ownEmail.toLowerCase()] === "admin" &&
    levels.filter(([, each]) => each === "admin").length === 1
  );
}

/** Splits into parts of at most `size`. */
export function splitIntoParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Orders changes so that the person's own comes last: afterwards they may not be allowed to make the others. Pure. */
export function putOwnLast<T>(items: readonly T[], isOwn: (item: T) => boolean): T[] {
  return [...items.filter((item) => !isOwn(item)), ...items.filter(isOwn)];
}
