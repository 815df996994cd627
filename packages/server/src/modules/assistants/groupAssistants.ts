import type { Actor, Platform } from "../../core/context.ts";
import { assertFlag, isFlagOn } from "../flags/service.ts";

export type FlagServices = Pick<Platform, "db" | "clock" | "state" | "config">;

/** The prefix of the ids of assistants that belong to groups. An assistant never gets another owner. */
export const groupAssistantPrefix = "astgp";

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
    managesGroups: await isFlagOn(platform, actor, "assistantAdminInterface"),
    hidesIdentities: platform.config.hidesIdentitiesInAnalytics,
  };
}
