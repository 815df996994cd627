import type { FlagConfig } from "@lectern/contract";
import { hashAuditedEmail } from "../../audit/service.ts";
import { forgetFlags, listConfigurableFlags, listStoredFlags } from "../../flags/service.ts";
import { assertDirectoryGroups, lockDirectoryGroups } from "../../groups/service.ts";
import type { ConfigSection } from "../section.ts";
import { toAddresses } from "./toAddresses.ts";

/** Which features are on, and for whom not. Unfinished features are not shown. */
export const featureFlagsSection: ConfigSection<"featureFlags"> = {
  type: "featureFlags",
  isFirst: true,
  async read(db, { config }) {
    const stored = await listStoredFlags(db);
    const flags = listConfigurableFlags(config).map(({ name, isOnByDefault }) => [
      name,
      stored[name] ?? { enabled: isOnByDefault, userExceptions: [], amplifyGroupExceptions: [] },
    ]);
    return Object.fromEntries(flags);
  },
  lock: lockDirectoryGroups,
  async save(tx, { ctx, data }) {
    const flags = listConfigurableFlags(ctx.config).flatMap(({ name }) => {
      const flag = data[name];
      return flag ? [{ name, flag: { ...flag, userExceptions: toAddresses(flag.userExceptions) } }] : [];
    });
    await assertDirectoryGroups(
      tx,
      flags.flatMap(({ flag }) => flag.amplifyGroupExceptions),
    );
    const configurable = new Set<string>(listConfigurableFlags(ctx.config).map(({ name }) => name));
    // What was stored for features that are not finished stays.
    const kept = Object.entries(await listStoredFlags(tx)).filter(([name]) => !configurable.has(name));
    return Object.fromEntries([...kept, ...flags.map(({ name, flag }) => [name, flag])]);
  },
  toAudited(platform, data) {
    const flags = Object.entries(data).map(([name, flag]: [string, FlagConfig]) => [
      name,
      { ...flag, userExceptions: flag.userExceptions.map((address) => hashAuditedEmail(platform, address)) },
    ]);
    return Object.fromEntries(flags);
  },
  publish: forgetFlags,
};
