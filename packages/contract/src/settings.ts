import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";

export const FeatureOptions = z.object({
  includeArtifacts: z._default(z.boolean(), false),
  includeFocusedMessages: z._default(z.boolean(), true),
  includePluginSelector: z._default(z.boolean(), true),
  includeHighlighter: z._default(z.boolean(), false),
  includeMemory: z._default(z.boolean(), false),
});
export type FeatureOptions = z.infer<typeof FeatureOptions>;

/** What a person has set for all their devices. */
export const UserSettings = z.object({
  theme: z._default(z.enum(["dark", "light"]), "dark"),
  featureOptions: z.prefault(FeatureOptions, {}),
  /** Models that the person does not want to be offered. */
  hiddenModelIds: z._default(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(limits.hiddenModels)), []),
  /** A new conversation is filed in a folder that is named by its day. */
  filesByDate: z._default(z.boolean(), false),
});
export type UserSettings = z.infer<typeof UserSettings>;

export const defaultUserSettings: UserSettings = UserSettings.parse({});

export const getUserSettings = defineOp({
  method: "GET",
  path: "/state/settings/get",
  summary: "Gives one's settings; null where none were ever saved.",
  input: z.object({}),
  output: z.object({ settings: z.nullable(UserSettings) }),
});

export const saveUserSettings = defineOp({
  method: "POST",
  path: "/state/settings/save",
  summary: "Saves one's settings; the last one to save wins.",
  input: z.object({ settings: UserSettings }),
  output: z.object({}),
});
