import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";
import { getThemeChoice } from "../../entities/settings/themes.ts";
import {
  getSettingsSaveFailedText,
  onSettingsUnsaved,
  syncUserSettings,
  useUserSettings,
} from "../../entities/settings/userSettings.ts";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError } from "../../ui/notices/notify.tsx";

/**
 * Syncs the person's settings with the server, applies the theme, and shows a notice if a change could not be saved.
 */
export function useSyncSettings(userId: string): void {
  const theme = getThemeChoice(useUserSettings(userId));
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(theme === "system" ? "auto" : theme), [theme, setColorScheme]);
  useEffect(() => onSettingsUnsaved(showSaveError), []);
  useEffect(() => {
    void syncUserSettings(userId);
  }, [userId]);
  // One tab loads them for all tabs of this browser.
  const sync = (_: unknown, isReader: boolean) => {
    if (isReader) void syncUserSettings(userId);
  };
  useBrowserEvent("settings", sync);
  useBrowserEvent("resync", sync);
}

function showSaveError(error: unknown): void {
  const { reason, requestId } = error instanceof CallError ? error : { reason: null, requestId: null };
  notifyError(getSettingsSaveFailedText(), { reason, requestId });
}
