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
      groups.map(({ wireId, name, supportsAnalysis, directoryGroups, assistantCount, ...fields }) => [
        wireId,
        {
          ...fields,
          group_id: wireId,
          groupName: name,
          supportConvAnalysis: supportsAnalysis,
          amplifyGroups: directoryGroups,
          numOfAssistants: assistantCount,
        },
      ]),
    );
  },
  async save(tx, { ctx, actor, data }) {
    assertSiteAdmin(actor);
    const changes = Object.entries(data).map(([groupId, { supportConvAnalysis, amplifyGroups, ...fields }]) => ({
      groupId,
      isPublic: fields.isPublic,
      rateLimit: fields.rateLimit,
      keyRateLimit: fields.keyRateLimit,
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
