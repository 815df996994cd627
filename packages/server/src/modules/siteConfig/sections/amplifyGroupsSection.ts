import { AppError } from "../../../core/appError.ts";
import { listStoredFlags } from "../../flags/service.ts";
import {
  listDirectoryGroupConfigs,
  lockDirectoryGroups,
  publishRights,
  replaceDirectoryGroups,
} from "../../groups/service.ts";
import { listGroupsOfModels } from "../../models/service.ts";
import type { ConfigSection } from "../section.ts";
import { toAddresses } from "./toAddresses.ts";

/** The groups of the directory, by which features, assistants and groups are given to many people. */
export const amplifyGroupsSection: ConfigSection<"amplifyGroups"> = {
  type: "amplifyGroups",
  isFirst: true,
  async read(db) {
    const groups = await listDirectoryGroupConfigs(db);
    return Object.fromEntries(groups.map((group) => [group.groupName, group]));
  },
  // As do the sections that name groups: none may name one that this deletes.
  lock: lockDirectoryGroups,
  async save(tx, { ctx, actor, data }) {
    const groups = Object.entries(data).map(([groupName, group]) => ({
      groupName: groupName.trim(),
      members: toAddresses(group.members),
      includeFromOtherGroups: group.includeFromOtherGroups,
    }));
    const names = new Set(groups.map(({ groupName }) => groupName));
    for (const { amplifyGroupExceptions } of Object.values(await listStoredFlags(tx))) {
      // Another group with the name would get the feature.
      const name = amplifyGroupExceptions.find((exception) => !names.has(exception));
      if (name === undefined) continue;
      throw new AppError("conflict", {
        userMessage: `“${name.slice(0, 100)}” is an exception of a feature. Please remove it there first.`,
      });
    }
    const modelGroup = (await listGroupsOfModels(tx)).find((name) => !names.has(name));
    if (modelGroup !== undefined) {
      throw new AppError("conflict", {
        userMessage: `A model is available to “${modelGroup.slice(0, 100)}” only. Please change that first.`,
      });
    }
    await replaceDirectoryGroups(tx, { groups, createdBy: actor.principal.id, now: ctx.clock.now() });
    return null;
  },
  toAudited(_platform, data) {
    const groups = Object.entries(data).map(([name, { members, includeFromOtherGroups }]) => [
      name,
      { memberCount: members.length, includes: includeFromOtherGroups },
    ]);
    return Object.fromEntries(groups);
  },
  publish: (platform) => publishRights(platform, "everybody"),
};
