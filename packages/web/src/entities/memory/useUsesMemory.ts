import { useFlag } from "../flags/useFlag.ts";
import { useUserSettings } from "../settings/userSettings.ts";

/** True if the person may use memory and has turned it on. */
export function useUsesMemory(userId: string): boolean {
  const mayUse = useFlag("memory");
  return useUserSettings(userId).featureOptions.includeMemory && mayUse;
}
