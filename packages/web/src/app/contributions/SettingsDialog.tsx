import type { SettingsSection } from "../../entities/settings/settingsSection.ts";
import type { DialogParams, DialogProps } from "../../entities/shell/dialogs.ts";
import { StorageSettings } from "../../features/conversations/storage/StorageSettings.tsx";
import { FeatureOptionsSection } from "../../features/settings/FeatureOptionsSection.tsx";
import { findVisibilityProblem } from "../../features/settings/findVisibilityProblem.ts";
import { LanguageSection } from "../../features/settings/LanguageSection.tsx";
import { ModelVisibilitySection } from "../../features/settings/ModelVisibilitySection.tsx";
import { NewConversationsSection } from "../../features/settings/NewConversationsSection.tsx";
import { SettingsDialog as Dialog } from "../../features/settings/SettingsDialog.tsx";
import { ThemeSection } from "../../features/settings/ThemeSection.tsx";

/** The sections of the settings dialog, in display order. Loaded with the dialog. */
const settingsSections: readonly SettingsSection[] = [
  { id: "theme", tab: "configurations", Component: ThemeSection },
  { id: "language", tab: "configurations", takesEffectAtOnce: true, Component: LanguageSection },
  { id: "newConversations", tab: "configurations", Component: NewConversationsSection },
  { id: "featureOptions", tab: "configurations", Component: FeatureOptionsSection },
  {
    id: "modelVisibility",
    tab: "configurations",
    findProblem: findVisibilityProblem,
    Component: ModelVisibilitySection,
  },
  {
    id: "storage",
    tab: "storage",
    flag: "storeCloudConversations",
    takesEffectAtOnce: true,
    Component: StorageSettings,
  },
];

export function SettingsDialog(props: DialogProps & DialogParams["settings"]) {
  return <Dialog {...props} sections={settingsSections} />;
}
