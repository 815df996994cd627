import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { createStoredValue, useStoredValue } from "../../lib/storedValue.ts";
import { flagsQuery } from "../flags/useFlag.ts";
import { readUserSettings, useUserSettings } from "../settings/userSettings.ts";
import type { PluginSources, PluginStates } from "./plugins.ts";

const State = z.optional(z.boolean());

/** Which features a person has turned on and off in this browser. */
export const pluginStates = createStoredValue<PluginStates>(
  "enabledPlugins",
  z.object({ "code-interpreter": State, rag: State, artifacts: State, "smart-focused-messages": State }),
  {},
);

/** Reads what decides which features a person has. */
export const readPluginSources = (userId: string, flags: PluginSources["flags"]): PluginSources => ({
  flags,
  options: readUserSettings(userId).featureOptions,
  states: pluginStates.read(userId),
});

/** As `readPluginSources`. The component renders again when something of it changes. */
export function usePluginSources(userId: string): PluginSources {
  const { data: flags } = useQuery(flagsQuery);
  const { featureOptions: options } = useUserSettings(userId);
  return { flags, options, states: useStoredValue(pluginStates, userId) };
}
