import type { GroupMembersInput } from "@lectern/contract";
import type { MemberInput } from "./resolveMembers.ts";

/** Gives members without a level the lowest one. */
export function toMemberInput(members: GroupMembersInput): MemberInput {
  return Array.isArray(members) ? Object.fromEntries(members.map((name) => [name, "read"])) : members;
}
