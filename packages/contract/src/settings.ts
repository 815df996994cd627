import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id } from "./primitives.ts";

export const FeatureOptions = z.object({
  includeArtifacts: z._default(z.boolean(), false),
  includeFocusedMessages: z._default(z.boolean(), true),
  includePluginSelector: z._default(z.boolean(), true),
  includeHighlighter: z._default(z.boolean(), false),
  includeMemory: z._default(z.boolean(), false),
});
export type FeatureOptions = z.infer<typeof FeatureOptions>;

/**
 * Where a person's conversations are stored. `-only`: all of them in one location, to which existing ones are moved;
 * `future-`: only new ones.
 */
export const StorageSelection = z.enum(["local-only", "cloud-only", "future-local", "future-cloud"]);
export type StorageSelection = z.infer<typeof StorageSelection>;

/** A person's settings, shared by all their devices. */
export const UserSettings = z.object({
  theme: z._default(z.enum(["dark", "light"]), "dark"),
  /** True: the theme of the device is used in place of `theme`. */
  usesSystemTheme: z._default(z.boolean(), false),
  featureOptions: z.prefault(FeatureOptions, {}),
  /** Models that the person has hidden from the model list. */
  hiddenModelIds: z._default(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(limits.hiddenModels)), []),
  /** Folders of groups that the person has hidden in the side panels. */
  hiddenGroupFolderIds: z._default(z.array(Id).check(z.maxLength(limits.hiddenGroupFolders)), []),
  /** True: new conversations go to a folder named after the current date. */
  filesByDate: z._default(z.boolean(), false),
  /** Where conversations are stored; null: the person has not chosen yet. */
  storageSelection: z._default(z.nullable(StorageSelection), null),
  /** True: with memory on, facts are searched in what the person writes in cloud conversations. */
  autoExtractsMemories: z._default(z.boolean(), true),
  /** True: the earlier messages of a chat that is too long for its model are summarized. */
  summarizesLongChats: z._default(z.boolean(), true),
});
export type UserSettings = z.infer<typeof UserSettings>;

export const defaultUserSettings: UserSettings = UserSettings.parse({});

export const getUserSettings = defineOp({
  method: "GET",
  path: "/state/settings/get",
  keyScopes: ["full_access"],
  summary: "Returns the caller's settings; null if none were ever saved.",
  input: z.object({}),
  output: z.object({ settings: z.nullable(UserSettings) }),
});

export const saveUserSettings = defineOp({
  method: "POST",
  path: "/state/settings/save",
  keyScopes: ["full_access"],
  summary: "Saves the caller's settings; the last write wins.",
  input: z.object({ settings: UserSettings }),
  output: z.object({}),
});
