import { AppError } from "../../../core/appError.ts";
import { listPresetFlags, listStoredFlags, removeGroupExceptions } from "../../flags/service.ts";
import {
  listDirectoryGroupConfigs,
  lockDirectoryGroups,
  publishRights,
  replaceDirectoryGroups,
} from "../../groups/service.ts";
import { listGroupsOfModels } from "../../models/service.ts";
import type { ConfigSection } from "../section.ts";
import { toAddresses } from "./toAddresses.ts";

/** Throws `invalidInput` if a new name differs from another one in case only: they would be mixed up. */
function assertDistinctNames(names: readonly string[], storedNames: ReadonlySet<string>): void {
  const namesByFolded = Map.groupBy(names, (name) => name.toLowerCase());
  const isTaken = (name: string) => (namesByFolded.get(name.toLowerCase())?.length ?? 0) > 1;
  const name = names.find((candidate) => !storedNames.has(candidate) && isTaken(candidate));
  if (name === undefined) return;
  throw new AppError("invalidInput", {
    userMessage: `There is already a group “${name.slice(0, 100)}” that differs only in capitalization.`,
  });
}

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
      members: toAddresses(group.members, groupName.trim()),
      includeFromOtherGroups: group.includeFromOtherGroups,
    }));
    const names = new Set(groups.map(({ groupName }) => groupName));
    const storedNames = new Set((await listDirectoryGroupConfigs(tx)).map(({ groupName }) => groupName));
    assertDistinctNames([...names], storedNames);
    const preset = new Set<string>(listPresetFlags(ctx.config));
    for (const [flag, { amplifyGroupExceptions }] of Object.entries(await listStoredFlags(tx))) {
      // Another group with the name would get the feature.
      const deleted = amplifyGroupExceptions.filter((exception) => !names.has(exception));
      const [name] = deleted;
      if (name === undefined) continue;
      if (preset.has(flag)) {
        // Nobody sees the exceptions of a feature that the environment sets.
        await removeGroupExceptions(tx, deleted);
        continue;
      }
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
