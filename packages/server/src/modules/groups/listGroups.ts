import type { Actor, Platform } from "../../core/context.ts";
import type { GroupLevel } from "../../platform/db/schema.ts";
import { getSubject } from "../access/service.ts";
import { type Group, listGroupsOf } from "./repository.ts";

/** Lists the groups that the actor is a member of, by name, with the actor's level. */
export function listGroups({ db }: Platform, actor: Actor): Promise<(Group & { level: GroupLevel })[]> {
  return listGroupsOf(db, getSubject(actor));
}
