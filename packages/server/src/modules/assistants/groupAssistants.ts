import type { Actor, Platform } from "../../core/context.ts";
import { assertFlag, isFlagOn } from "../flags/service.ts";

export type FlagServices = Pick<Platform, "db" | "clock" | "state" | "config">;

/** The prefix of the ids of assistants that belong to groups. An assistant never gets another owner. */
export const groupAssistantPrefix = "astgp";

/** Returns true if the Assistant Admin Interface, in which groups' assistants are edited, is on for the actor. */
export const canManageGroupAssistants = (platform: FlagServices, actor: Actor): Promise<boolean> =>
  isFlagOn(platform, actor, "assistantAdminInterface");

/** Throws `forbidden` if the assistant belongs to a group and the Assistant Admin Interface is off for the actor. */
export async function assertManageable(
  platform: FlagServices,
  actor: Actor,
  { assistantId, groupId }: { assistantId: string | undefined; groupId?: string | undefined },
): Promise<void> {
  if (groupId === undefined && !assistantId?.startsWith(`${groupAssistantPrefix}/`)) return;
  await assertFlag(platform, actor, "assistantAdminInterface");
}

/** Returns what the presentation of assistants depends on beside their rows. */
export async function getPresentationOptions(platform: FlagServices, actor: Actor) {
  return {
    managesGroups: await canManageGroupAssistants(platform, actor),
    hidesIdentities: platform.config.hidesIdentitiesInAnalytics,
  };
}
