import type { FlagName, UserSettings } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { flagsQuery } from "../entities/flags/useFlag.ts";
import { useModels } from "../entities/models/useModels.ts";
import { changeUserSettings, useUserSettings } from "../entities/settings/userSettings.ts";
import { StorageSettings } from "../features/conversations/storage/StorageSettings.tsx";
import { SettingsDialog as Dialog } from "../features/settings/SettingsDialog.tsx";
import { notifySuccess } from "../ui/notices/notify.tsx";

interface SettingsDialogProps {
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The settings of the person who is signed in. */
export function SettingsDialog({ userId, isOpen, onClose }: SettingsDialogProps) {
  const settings = useUserSettings(userId);
  const models = useModels();
  const { data: flags } = useQuery(flagsQuery);
  const save = async (changed: UserSettings) => {
    // Where the server does not take them it is said elsewhere, and they are kept here.
    if (await changeUserSettings(userId, changed)) notifySuccess("Settings saved succsessully");
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      settings={settings}
      models={models.models}
      defaultModelId={models.default?.id ?? null}
      hasFeature={(name: FlagName) => flags?.[name] ?? false}
      onSave={save}
      storage={flags?.storeCloudConversations ? <StorageSettings /> : null}
    />
  );
}
