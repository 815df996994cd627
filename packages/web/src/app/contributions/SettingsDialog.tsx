import { useQuery } from "@tanstack/react-query";
import { legacyWorkspacesQuery } from "../../entities/exports/legacyWorkspacesQuery.ts";
import { type SettingsSection, settingsSectionFlags } from "../../entities/settings/settingsSection.ts";
import type { DialogParams, DialogProps } from "../../entities/shell/dialogs.ts";
import { PythonFunctionsSection } from "../../features/codeInterpreter/PythonFunctionsSection.tsx";
import { StorageSettings } from "../../features/conversations/storage/StorageSettings.tsx";
import { LegacyWorkspacesSection } from "../../features/export/LegacyWorkspacesSection.tsx";
import { MemorySection } from "../../features/memory/settings/MemorySection.tsx";
import { FeatureOptionsSection } from "../../features/settings/FeatureOptionsSection.tsx";
import { findVisibilityProblem } from "../../features/settings/findVisibilityProblem.ts";
import { LanguageSection } from "../../features/settings/LanguageSection.tsx";
import { ModelVisibilitySection } from "../../features/settings/ModelVisibilitySection.tsx";
import { NewConversationsSection } from "../../features/settings/NewConversationsSection.tsx";
import { SettingsDialog as Dialog } from "../../features/settings/SettingsDialog.tsx";
import { ThemeSection } from "../../features/settings/ThemeSection.tsx";

/** The sections of the settings dialog, in display order. Loaded with the dialog. */
const settingsSections: readonly SettingsSection[] = [
  { id: "theme", tab: "general", Component: ThemeSection },
  { id: "language", tab: "general", Component: LanguageSection },
  { id: "newConversations", tab: "general", Component: NewConversationsSection },
  {
    id: "featureOptions",
    tab: "general",
    flags: settingsSectionFlags.featureOptions,
    Component: FeatureOptionsSection,
  },
  {
    id: "memory",
    tab: "general",
    flags: settingsSectionFlags.memory,
    Component: MemorySection,
  },
  {
    id: "pythonFunctions",
    tab: "general",
    flags: settingsSectionFlags.pythonFunctions,
    Component: PythonFunctionsSection,
  },
  {
    id: "modelVisibility",
    tab: "general",
    findProblem: findVisibilityProblem,
    Component: ModelVisibilitySection,
  },
  {
    id: "storage",
    tab: "storage",
    flags: settingsSectionFlags.storage,
    Component: StorageSettings,
  },
];

const sectionsWithWorkspaces: readonly SettingsSection[] = [
  ...settingsSections,
  { id: "legacyWorkspaces", tab: "legacyWorkspaces", Component: LegacyWorkspacesSection },
];

export function SettingsDialog(props: DialogProps & DialogParams["settings"]) {
  // Hardly anybody has any. If the list cannot be loaded, the next opening tries again.
  const { data: workspaces = [] } = useQuery(legacyWorkspacesQuery);
  return <Dialog {...props} sections={workspaces.length > 0 ? sectionsWithWorkspaces : settingsSections} />;
}
