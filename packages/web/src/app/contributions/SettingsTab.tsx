import { IconDownload, IconFileExport, IconFileImport, IconKeyboard, IconSettings } from "@tabler/icons-react";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { type SettingsTabGroup, SettingsTab as Tab } from "../../features/settings/SettingsTab.tsx";

/** The buttons of the tab "Settings", in display order. Loaded with the tab. */
const groups: readonly SettingsTabGroup[] = [
  {
    title: null,
    actions: [
      { label: "Settings…", Icon: IconSettings, run: () => openDialog("settings") },
      { label: "Keyboard shortcuts", Icon: IconKeyboard, run: () => openDialog("shortcuts") },
    ],
  },
  {
    title: "Your data",
    actions: [
      { label: "Import", Icon: IconFileImport, run: () => openDialog("import") },
      { label: "Export Conversations", Icon: IconFileExport, run: () => openDialog("export") },
      {
        label: "Download as a document",
        Icon: IconDownload,
        run: () => openDialog("download", { conversationId: null }),
      },
    ],
  },
];

export function SettingsTab() {
  return <Tab groups={groups} />;
}
