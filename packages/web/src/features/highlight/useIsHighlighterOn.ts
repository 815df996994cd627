import { useFlag } from "../../entities/flags/useFlag.ts";
import { useUserSettings } from "../../entities/settings/userSettings.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";

/** True if the person may change parts of answers and has turned that on. */
export function useIsHighlighterOn(): boolean {
  const mayUse = useFlag("highlighter");
  return useUserSettings(useWorkspace().user.id).featureOptions.includeHighlighter && mayUse;
}
