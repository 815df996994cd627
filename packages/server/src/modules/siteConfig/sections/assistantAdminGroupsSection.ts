import { limits } from "@lectern/contract";
import { assertSiteAdmin } from "../../access/service.ts";
import { changeAdminGroups, listAdminGroups, publishRights, publishToConcerned } from "../../groups/service.ts";
import type { ConfigSection } from "../section.ts";

/** The groups with assistants: who is in them, and whether their conversations are analyzed. */
export const assistantAdminGroupsSection: ConfigSection<"assistantAdminGroups"> = {
  type: "assistantAdminGroups",
  isFirst: false,
  async read(db) {
    const groups = await listAdminGroups(db, { wireIds: null, limit: limits.adminGroups });
    return Object.fromEntries(
      groups.map(
        ({ wireId, name, createdBy, isPublic, supportsAnalysis, directoryGroups, assistantCount, hasAdmin }) => [
          wireId,
          {
            group_id: wireId,
            groupName: name,
            createdBy,
            isPublic,
            supportConvAnalysis: supportsAnalysis,
            amplifyGroups: directoryGroups,
            numOfAssistants: assistantCount,
            hasAdmin,
          },
        ],
      ),
    );
  },
  async save(tx, { ctx, actor, data }) {
    assertSiteAdmin(actor);
    const changes = Object.entries(data).map(([groupId, { isPublic, supportConvAnalysis, amplifyGroups }]) => ({
      groupId,
      isPublic,
      supportsAnalysis: supportConvAnalysis,
      directoryGroups: amplifyGroups,
    }));
    await changeAdminGroups(tx, ctx, actor, changes);
    return null;
  },
  // Each group that changes has entries of its own.
  toAudited: (_platform, data) => ({ groups: Object.keys(data).length }),
  publish(platform) {
    publishRights(platform, "everybody");
    publishToConcerned(platform, "everybody", { type: "assistants" });
  },
};
