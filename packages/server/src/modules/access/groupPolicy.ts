import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { GroupLevel } from "../../platform/db/schema.ts";

interface GroupRule {
  /** The lowest level that is enough; null if none is. */
  level: GroupLevel | null;
  /** True if site administrators may do it to every group. They see groups, but nothing that belongs to a group. */
  isForSiteAdmins?: boolean;
  /** Shown to members below the level. */
  message: string;
}

/** What members may do to their group, from which level on. */
const groupRules = {
  view: { level: "read", isForSiteAdmins: true, message: "You’re not a member of this group." },
  listAllMembers: { level: "write", message: "You are not authorized to see the members of the group." },
  expandMembers: { level: "write", message: "You are not authorized to use the members of the group." },
  shareWith: { level: "write", message: "You need edit access to share something with this whole group." },
  shareWithEverybody: {
    level: "admin",
    message: "Everybody is in this group, so only its administrators can share something with the whole group.",
  },
  changeTypes: { level: "admin", message: "You are not authorized to update this group's types." },
  changeAvailability: {
    level: "admin",
    isForSiteAdmins: true,
    message: "You are not authorized to change who can use this group.",
  },
  addMembers: { level: "admin", message: "You are not authorized to add users to the group." },
  removeMembers: { level: "admin", message: "You are not authorized to delete users from the group." },
  changeLevels: { level: "admin", message: "You are not authorized to update user access to the group." },
  uploadFiles: { level: "write", message: "You need edit access to add files to this group." },
  listFiles: { level: "write", message: "You need edit access to see the files of this group." },
  manageAssistants: { level: "write", message: "You need edit access to change the assistants of this group." },
  seeAnalysis: {
    level: "write",
    message: "You need edit access to see how the assistants of this group are used.",
  },
  changeAnalysis: {
    level: null,
    isForSiteAdmins: true,
    message: "Only administrators of this site can change whether chats are analyzed.",
  },
  changeLimit: {
    level: null,
    isForSiteAdmins: true,
    message: "Only administrators of this site can change the limit of a group.",
  },
  changeKeyLimit: {
    level: null,
    isForSiteAdmins: true,
    message: "Only administrators of this site can limit the API key of a group.",
  },
  leave: { level: "read", message: "You’re not a member of this group." },
  takeOver: { level: null, isForSiteAdmins: true, message: "Only administrators of this site can take over a group." },
  replaceKey: {
    level: "admin",
    isForSiteAdmins: true,
    message: "You are not authorized to replace the API key of this group.",
  },
  delete: { level: "admin", message: "You are not authorized to delete this group." },
} as const satisfies Record<string, GroupRule>;
export type GroupVerb = keyof typeof groupRules;

const levels: readonly GroupLevel[] = ["read", "write", "admin"];

export interface GroupRights {
  /** The actor's level; null if the actor is no member. */
  level: GroupLevel | null;
}

/** Returns true if the actor may do this to the group. Pure. */
export function isGroupVerbAllowed(actor: Pick<Actor, "isAdmin">, verb: GroupVerb, rights: GroupRights): boolean {
  const rule: GroupRule = groupRules[verb];
  if (actor.isAdmin && rule.isForSiteAdmins) return true;
  if (rights.level === null || rule.level === null) return false;
  return levels.indexOf(rights.level) >= levels.indexOf(rule.level);
}

/** Throws `notFound` for a stranger and `forbidden` for a member whose level is too low. Pure. */
export function authorizeGroup(actor: Pick<Actor, "isAdmin">, verb: GroupVerb, rights: GroupRights): void {
  if (isGroupVerbAllowed(actor, verb, rights)) return;
  if (!isGroupVerbAllowed(actor, "view", rights)) {
    throw new AppError("notFound", { userMessage: "This group doesn’t exist, or you’re not a member." });
  }
  throw new AppError("forbidden", { userMessage: groupRules[verb].message });
}

/** Throws `forbidden` for anybody but site administrators. */
export function assertSiteAdmin(actor: Pick<Actor, "isAdmin">): void {
  if (!actor.isAdmin) {
    throw new AppError("forbidden", { userMessage: "Only administrators of this site can do this." });
  }
}
