import { isDeepStrictEqual } from "node:util";
import { type FlagConfig, type FlagName, isFlagName } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { hashAuditedEmail } from "../../audit/service.ts";
import { forgetFlags, listConfigurableFlags, listPresetFlags, listStoredFlags } from "../../flags/service.ts";
import { assertDirectoryGroups, lockDirectoryGroups } from "../../groups/service.ts";
import type { ConfigSection } from "../section.ts";
import { toAddresses } from "./toAddresses.ts";

/**
 * Which features are on, and for whom not. Unfinished features are not shown, and those that the environment sets are on
 * or off for everybody and cannot be changed. Other names are features of the institution's own programs.
 */
export const featureFlagsSection: ConfigSection<"featureFlags"> = {
  type: "featureFlags",
  isFirst: true,
  async read(db, { config }) {
    const stored = await listStoredFlags(db);
    const preset = listPresetFlags(config);
    const flags = listConfigurableFlags(config).map(({ name, isOnByDefault }) => [
      name,
      (preset.includes(name) ? undefined : stored[name]) ?? withoutExceptions(isOnByDefault),
    ]);
    const custom = Object.entries(stored).filter(([name]) => !isFlagName(name));
    return Object.fromEntries([...flags, ...custom]);
  },
  lock: lockDirectoryGroups,
  async save(tx, { ctx, data }) {
    const preset = new Set<FlagName>(listPresetFlags(ctx.config));
    const configurable = listConfigurableFlags(ctx.config);
    const flags = configurable.flatMap(({ name, isOnByDefault }) => {
      const flag = data[name];
      if (!flag) return [];
      if (!preset.has(name)) return [{ name, flag: withAddresses(flag) }];
      if (isDeepStrictEqual(flag, withoutExceptions(isOnByDefault))) return [];
      throw new AppError("conflict", { userMessage: `The server’s environment sets the feature “${name}”.` });
    });
    const custom = Object.entries(data)
      .filter(([name]) => !isFlagName(name))
      .map(([name, flag]) => ({ name, flag: withAddresses(flag) }));
    const saved = [...flags, ...custom];
    await assertDirectoryGroups(
      tx,
      saved.flatMap(({ flag }) => flag.amplifyGroupExceptions),
    );
    const replaced = new Set<string>(configurable.map(({ name }) => name).filter((name) => !preset.has(name)));
    // What was stored for features that are not finished stays, and what the environment takes the place of.
    const kept = Object.entries(await listStoredFlags(tx)).filter(([name]) => isFlagName(name) && !replaced.has(name));
    return Object.fromEntries([...kept, ...saved.map(({ name, flag }) => [name, flag])]);
  },
  toAudited(platform, data) {
    const flags = Object.entries(data).map(([name, flag]: [string, FlagConfig]) => [
      name,
      { ...flag, userExceptions: flag.userExceptions.map((address) => hashAuditedEmail(platform, address)) },
    ]);
    return Object.fromEntries(flags);
  },
  listLocked: async (_db, { config }) => listPresetFlags(config),
  publish: forgetFlags,
};

const withAddresses = (flag: FlagConfig): FlagConfig => ({
  ...flag,
  userExceptions: toAddresses(flag.userExceptions),
});

const withoutExceptions = (enabled: boolean): FlagConfig => ({
  enabled,
  userExceptions: [],
  amplifyGroupExceptions: [],
});
