import { t } from "@lingui/core/macro";
import {
  IconComponents,
  IconDownload,
  IconFileExport,
  IconFileImport,
  IconFiles,
  IconKeyboard,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { useHasAssistantAdmin } from "../../entities/groups/useHasAssistantAdmin.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openPanel } from "../../entities/shell/panels.ts";
import { openPage } from "../../entities/shell/routes.ts";
import { workspaceEvents } from "../../entities/shell/workspaceEvents.ts";
import { type MoreTabGroup, MoreTab as Tab } from "../../features/settings/MoreTab.tsx";
import { useIsTouchDevice } from "../../lib/device.ts";
import { formatList } from "../../lib/i18n/formats.ts";

interface Conditions {
  hasArtifacts: boolean;
  hasAssistantAdmin: boolean;
  isTouchDevice: boolean;
}

/** The buttons of the tab "More", in display order. Loaded with the tab. */
const getGroups = ({ hasArtifacts, hasAssistantAdmin, isTouchDevice }: Conditions): readonly MoreTabGroup[] => [
  {
    title: t({ message: "Library", comment: "Heading above the person's files, prompts and assistants" }),
    actions: [
      { label: t`Your files`, Icon: IconFiles, run: () => openPage("files") },
      ...(hasArtifacts ? [{ label: t`Saved artifacts`, Icon: IconComponents, run: () => openPage("artifacts") }] : []),
      { label: formatList([t`Prompts`, t`Assistants`]), Icon: IconTemplate, run: () => openPanel("right") },
    ],
  },
  {
    title: t`Groups`,
    actions: [
      { label: t`Your groups`, Icon: IconUsers, run: () => openDialog("groups") },
      ...(hasAssistantAdmin ? [createAssistantAdminAction()] : []),
    ],
  },
  {
    title: t`Your data`,
    actions: [
      {
        label: t`Import`,
        description: t`From a backup, ChatGPT or Claude`,
        Icon: IconFileImport,
        run: () => openDialog("import"),
      },
      {
        label: t`Export Conversations`,
        description: t`A backup you can import again`,
        Icon: IconFileExport,
        run: () => openDialog("export"),
      },
      {
        label: t`Download as a document`,
        description: t`For Word or PowerPoint`,
        Icon: IconDownload,
        run: () => openDialog("download", { conversationId: null }),
      },
    ],
  },
  ...(isTouchDevice ? [] : [getHelpGroup()]),
];

const getHelpGroup = (): MoreTabGroup => ({
  title: t`Help`,
  actions: [{ label: t`Keyboard shortcuts`, Icon: IconKeyboard, run: () => openDialog("shortcuts") }],
});

/** The specification opens it with this event. */
const createAssistantAdminAction = () => ({
  label: t`Assistant Admin Interface`,
  Icon: IconUsersGroup,
  run: () => workspaceEvents.emit("openAstAdminInterfaceTrigger", {}),
});

export function MoreTab() {
  const conditions = {
    hasArtifacts: useFlag("artifacts"),
    hasAssistantAdmin: useHasAssistantAdmin(),
    isTouchDevice: useIsTouchDevice(),
  };
  return <Tab groups={getGroups(conditions)} />;
}
