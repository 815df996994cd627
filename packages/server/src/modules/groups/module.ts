import { defineModule } from "../../core/serverModule.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import { createDeletedGroupsReaper } from "./createDeletedGroupsReaper.ts";
import { reapInvitations } from "./invitations/reapInvitations.ts";

const reaperIntervalMs = 60 * 60 * 1_000;

export const groupsModule = defineModule({
  name: "groups",
  start: async (platform) => [
    runPeriodically(
      reaperIntervalMs,
      () => reapInvitations(platform),
      (error) => platform.log.warn({ err: error }, "expired invitations could not be deleted"),
    ),
    runPeriodically(reaperIntervalMs, createDeletedGroupsReaper(platform), (error) =>
      platform.log.warn({ err: error }, "files of deleted groups could not be deleted"),
    ),
  ],
});
