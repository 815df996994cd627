import { type FlagConfig, type FlagName, type Flags, flagNames } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { createReadCache } from "../../platform/readCache.ts";
import {
  decideCustomFlags,
  decideFlags,
  explainCustomFlags,
  explainFlags,
  type FlagCaller,
  parseConfiguredFlags,
} from "./decideFlags.ts";
import { featureDefaults } from "./featureDefaults.ts";
import { findFlagSettings, storeFlagSettings } from "./repository.ts";

export type { FlagCaller } from "./decideFlags.ts";

type FlagServices = Pick<Platform, "db" | "clock" | "state" | "config">;

const cachedSettings = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<{ flags: unknown }>(clock, { lifetimeMs: 1_000 }),
);

/**
 * Reads the configured flags and decides which features are on for this person, those of the institution's own programs
 * as well.
 */
export async function readFlags(
  { db, config }: Pick<Platform, "db" | "config">,
  actor: Actor,
): Promise<Flags & Record<string, boolean>> {
  const settings = await findFlagSettings(db);
  return { ...decideCustomFlags(actor, settings), ...decideFlags(actor, settings, config.features) };
}

/** Makes a change of the configured flags visible in this process at once; in others it takes a second. */
export function forgetFlags(platform: Pick<Platform, "clock" | "state">): void {
  cachedSettings(platform).clear();
}

const messages: Partial<Record<FlagName, string>> = {
  apiKeys: "API keys are turned off for you.",
  assistantAdminInterface: "Editing the assistants of groups is turned off for you.",
  createAstAdminGroups: "Creating groups is turned off for you.",
  ragEnabled: "Searching documents is turned off here.",
  shareLinks: "Links to chats are turned off here.",
  storeCloudConversations: "Storing chats in the cloud is turned off.",
  uploadDocuments: "Uploading documents is turned off here.",
};

/** Throws `forbidden` if a feature is switched off for this person. */
export async function assertFlag(platform: FlagServices, actor: Actor, name: FlagName): Promise<void> {
  if (await isFlagOn(platform, actor, name)) return;
  throw new AppError("forbidden", { userMessage: messages[name] ?? "This feature is turned off." });
}

/** Like `loadFlags` for one flag, but reads nothing while the feature is unfinished. */
export async function isFlagOn(platform: FlagServices, actor: FlagCaller, name: FlagName): Promise<boolean> {
  return featureDefaults[name].isFinished && (await loadFlags(platform, actor))[name];
}

/** Like `readFlags`, but reads the configured flags at most once a second. */
export async function loadFlags(platform: FlagServices, actor: FlagCaller): Promise<Flags> {
  const settings = await cachedSettings(platform).get("flags", async () => ({
    flags: await findFlagSettings(platform.db),
  }));
  return decideFlags(actor, settings?.flags, platform.config.features);
}

/** Lists the features that administrators configure: those that are finished. The administration itself is not one. */
export function listConfigurableFlags({ features }: Platform["config"]): { name: FlagName; isOnByDefault: boolean }[] {
  return flagNames
    .filter((name) => featureDefaults[name].isFinished && name !== "adminInterface")
    .map((name) => ({ name, isOnByDefault: features[name] ?? featureDefaults[name].isOnByDefault }));
}

/** Lists the features that administrators cannot configure, because the server's environment sets them. */
export const listPresetFlags = (config: Platform["config"]): FlagName[] =>
  listConfigurableFlags(config).flatMap(({ name }) => (config.features[name] === undefined ? [] : [name]));

/** Explains the features that administrators configure to one of them, for another person. */
export async function explainConfigurableFlags(
  { db, config }: Pick<Platform, "db" | "config">,
  caller: FlagCaller,
): Promise<ReturnType<typeof explainCustomFlags>> {
  const settings = await findFlagSettings(db);
  const explained = explainFlags(caller, settings, config.features);
  const configurable = listConfigurableFlags(config).map(({ name }) => [name, explained[name]] as const);
  return { ...explainCustomFlags(caller, settings), ...Object.fromEntries(configurable) };
}

/** Lists the flags that administrators have configured, those of the institution's own programs as well. */
export async function listStoredFlags(db: Db): Promise<Record<string, FlagConfig>> {
  return parseConfiguredFlags(await findFlagSettings(db));
}

/** Removes groups of the directory from the stored exceptions. The caller has called `lockDirectoryGroups`. */
export async function removeGroupExceptions(tx: DbTransaction, groupNames: readonly string[]): Promise<void> {
  const flags = Object.entries(await listStoredFlags(tx)).map(([name, flag]) => [
    name,
    { ...flag, amplifyGroupExceptions: flag.amplifyGroupExceptions.filter((group) => !groupNames.includes(group)) },
  ]);
  await storeFlagSettings(tx, Object.fromEntries(flags));
}
