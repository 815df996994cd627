import { t } from "@lingui/core/macro";
import { IconDownload, IconFileExport, IconFileImport, IconKeyboard } from "@tabler/icons-react";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { type MoreTabGroup, MoreTab as Tab } from "../../features/settings/MoreTab.tsx";

/** The buttons of the tab "More", in display order. Loaded with the tab. */
const getGroups = (): readonly MoreTabGroup[] => [
  {
    title: t`Your data`,
    actions: [
      { label: t`Import`, Icon: IconFileImport, run: () => openDialog("import") },
      { label: t`Export Conversations`, Icon: IconFileExport, run: () => openDialog("export") },
      {
        label: t`Download as a document`,
        Icon: IconDownload,
        run: () => openDialog("download", { conversationId: null }),
      },
    ],
  },
  {
    title: t`Help`,
    actions: [{ label: t`Keyboard shortcuts`, Icon: IconKeyboard, run: () => openDialog("shortcuts") }],
  },
];

export function MoreTab() {
  return <Tab groups={getGroups()} />;
}
