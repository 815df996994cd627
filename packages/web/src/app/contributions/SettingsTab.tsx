import { IconDownload, IconFileExport, IconFileImport, IconKeyboard } from "@tabler/icons-react";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { type SettingsTabGroup, SettingsTab as Tab } from "../../features/settings/SettingsTab.tsx";

/** The buttons of the tab "Settings", in display order. Loaded with the tab. */
const groups: readonly SettingsTabGroup[] = [
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
  {
    title: "Help",
    actions: [{ label: "Keyboard shortcuts", Icon: IconKeyboard, run: () => openDialog("shortcuts") }],
  },
];

export function SettingsTab() {
  return <Tab groups={groups} />;
}
