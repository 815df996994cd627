import type { BrowserEventOf } from "@lectern/contract";
import type { DbTransaction } from "../../platform/db/database.ts";
import { type EventPlatform, publishBrowserEvent, publishToAllBrowsers } from "../browserEvents/service.ts";
import { listDirectoryGroupsOfGroup } from "./directoryGroups/repository.ts";
import { findMembersOfGroups, listStoredMembers, type StoredMember } from "./members/repository.ts";
import { type Group, listOwnersOfGrants } from "./repository.ts";

/** Whose rights a change concerns: principals by their ids, or everybody. */
export type Concerned = "everybody" | readonly string[];

/** With more people, one event for everybody costs less than one for each of them. */
const maxPeople = 200;

/** Tells the browsers of these people that their groups or rights have changed. Call it after the commit. */
export function publishRights(platform: EventPlatform, concerned: Concerned): void {
  publishToConcerned(platform, concerned, { type: "rights" });
}

/** Tells the browsers of these people that something has changed. Call it after the commit. */
export function publishToConcerned(
  platform: EventPlatform,
  concerned: Concerned,
  event: BrowserEventOf<"assistants" | "shares" | "rights">,
): void {
  const ids = concerned === "everybody" ? null : new Set(concerned);
  if (ids === null || ids.size > maxPeople) publishToAllBrowsers(platform, { ...event, isForEverybody: true });
  else for (const id of ids) publishBrowserEvent(platform, id, event);
}

/** Finds out whom the deletion of a group concerns: its members, and those who have shared something with it. */
export async function findConcernedByDeletion(tx: DbTransaction, group: Group, now: Date): Promise<Concerned> {
  const members = await findConcerned(tx, group, now);
  return members === "everybody" ? members : [...members, ...(await listOwnersOfGrants(tx, group.id))];
}

/** Finds out whom a change of a group as a whole concerns. Nobody knows who is a computed member, so it is everybody. */
export async function findConcerned(tx: DbTransaction, group: Group, now: Date): Promise<Concerned> {
  if (group.isPublic || (await listDirectoryGroupsOfGroup(tx, group.id)).length > 0) return "everybody";
  return listPrincipalIds(await listStoredMembers(tx, group.id, now));
}

/** Finds out whom a change of rights that were given to these principals concerns: also the members of groups. */
export async function findConcernedByGrants(tx: DbTransaction, principalIds: readonly string[]): Promise<Concerned> {
  const { memberIds, haveComputedMembers } = await findMembersOfGroups(tx, principalIds);
  return haveComputedMembers ? "everybody" : [...principalIds, ...memberIds];
}

/** Lists the stored members of a group who can write in it. */
export async function listWritersOfGroup(tx: DbTransaction, groupId: string, now: Date): Promise<string[]> {
  return listWriterIds(await listStoredMembers(tx, groupId, now));
}

/** The members who see the list of members, and so follow its changes. */
export function listWriterIds(members: Iterable<StoredMember>): string[] {
  return listPrincipalIds([...members].filter(({ level }) => level !== "read"));
}

export function listPrincipalIds(members: readonly StoredMember[]): string[] {
  return members.flatMap(({ recipient: { principalId } }) => principalId ?? []);
}
