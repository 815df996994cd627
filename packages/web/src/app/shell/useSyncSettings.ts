import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";
import {
  onSettingsUnsaved,
  settingsSaveFailed,
  syncUserSettings,
  useUserSettings,
} from "../../entities/settings/userSettings.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError } from "../../ui/notices/notify.tsx";

/** Joins a person's settings with the server's, shows the theme that they name, and says where a change was not taken. */
export function useSyncSettings(userId: string): void {
  const { theme } = useUserSettings(userId);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(theme), [theme, setColorScheme]);
  useEffect(() => onSettingsUnsaved(tellUnsaved), []);
  useEffect(() => {
    void syncUserSettings(userId);
  }, [userId]);
}

function tellUnsaved(error: unknown): void {
  const { reason, requestId } = error instanceof CallError ? error : { reason: null, requestId: null };
  notifyError(settingsSaveFailed, { reason, requestId });
}
