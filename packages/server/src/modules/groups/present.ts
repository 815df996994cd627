import type { GroupMember, Group as GroupOnWire } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { MemberProfile } from "./members/repository.ts";
import type { GroupSummary } from "./repository.ts";

/** Presents a group to a member. */
export function presentGroup(actor: Actor, group: GroupSummary): GroupOnWire {
  const { wireId, name, level, canLeave, types, isPublic, isBuiltIn, supportsAnalysis } = group;
  const { directoryGroups, rateLimit, memberCount, members, assistants } = group;
  return {
    id: wireId,
    name,
    level,
    canLeave,
    groupTypes: types,
    isPublic,
    isBuiltIn,
    supportConvAnalysis: supportsAnalysis,
    amplifyGroups: directoryGroups,
    rateLimit,
    numOfMembers: memberCount,
    members: members ?? { [actor.email || actor.principal.id]: level },
    assistants,
  };
}

export function presentMember({ id, kind, email, name, systemId, level }: MemberProfile): GroupMember {
  return { id, kind, email, name, systemId, level };
}

/** Presents to a member the only membership that this member may see. */
export function presentOwnMembership(actor: Actor, level: GroupMember["level"]): GroupMember {
  const { principal, email, name } = actor;
  return { id: principal.id, kind: principal.kind, email: email || null, name, systemId: null, level };
}
