import { t } from "@lingui/core/macro";
import {
  IconChartBar,
  IconDatabase,
  IconDeviceDesktop,
  IconDownload,
  IconEdit,
  IconFileExport,
  IconFileImport,
  IconFiles,
  IconKeyboard,
  IconListDetails,
  IconMessagePlus,
  IconMoon,
  IconRobot,
  IconSearch,
  IconSettings,
  IconSun,
  IconToggleLeft,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
} from "@tabler/icons-react";
import { getThemeChoice, toThemeSettings } from "../../entities/settings/themes.ts";
import { changeUserSettings, readUserSettings } from "../../entities/settings/userSettings.ts";
import { openAssistantAdmin } from "../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import type { PaletteAction } from "../../entities/shell/palette.ts";
import { openPage } from "../../entities/shell/routes.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";

const readTheme = ({ user }: Workspace) => getThemeChoice(readUserSettings(user.id));

/** The actions of the command palette, the most useful first. Loaded with the palette. */
export const getPaletteActions = (): readonly PaletteAction[] => [
  {
    id: "newChat",
    name: t`New chat`,
    Icon: IconMessagePlus,
    opensConversation: true,
    run: ({ startConversation }) => startConversation(),
  },
  {
    id: "search",
    name: t`Search chats`,
    Icon: IconSearch,
    movesFocus: true,
    run: () => focusField("conversationSearch"),
  },
  { id: "focusMessage", name: t`Write a message`, Icon: IconEdit, movesFocus: true, run: () => focusField("message") },
  { id: "files", name: t`Your files`, Icon: IconFiles, run: () => openPage("files") },
  {
    id: "lightTheme",
    name: t`Switch to the light theme`,
    Icon: IconSun,
    isShown: (workspace) => readTheme(workspace) !== "light",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("light")),
  },
  {
    id: "darkTheme",
    name: t`Switch to the dark theme`,
    Icon: IconMoon,
    isShown: (workspace) => readTheme(workspace) !== "dark",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("dark")),
  },
  {
    id: "systemTheme",
    name: t`Use the theme of this device`,
    Icon: IconDeviceDesktop,
    isShown: (workspace) => readTheme(workspace) !== "system",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("system")),
  },
  {
    id: "download",
    name: t`Download as a document`,
    Icon: IconDownload,
    run: ({ conversationId }) => openDialog("download", { conversationId }),
  },
  { id: "import", name: t`Import`, Icon: IconFileImport, run: () => openDialog("import") },
  { id: "export", name: t`Export Conversations`, Icon: IconFileExport, run: () => openDialog("export") },
  { id: "settings", name: t`Settings`, Icon: IconSettings, run: () => openDialog("settings") },
  {
    id: "visibleModels",
    name: t`Settings: models to choose from`,
    Icon: IconListDetails,
    run: () => openDialog("settings", { tab: "general" }),
  },
  {
    id: "featureOptions",
    name: t`Settings: features`,
    Icon: IconToggleLeft,
    run: () => openDialog("settings", { tab: "general" }),
  },
  {
    id: "conversationStorage",
    name: t`Settings: chat storage`,
    Icon: IconDatabase,
    flag: "storeCloudConversations",
    run: () => openDialog("settings", { tab: "storage" }),
  },
  {
    id: "newAssistant",
    name: t`New assistant`,
    Icon: IconRobot,
    run: () => openDialog("assistantEditor", { assistantId: null }),
  },
  {
    id: "assistantAdmin",
    name: t`Assistant Admin Interface`,
    Icon: IconUsersGroup,
    flag: "assistantAdminInterface",
    run: () => openAssistantAdmin(),
  },
  { id: "groups", name: t`Your groups`, Icon: IconUsers, run: () => openDialog("groups") },
  {
    id: "createGroup",
    name: t`Create a group`,
    Icon: IconUsersPlus,
    flag: "createAstAdminGroups",
    run: () => openDialog("createGroup"),
  },
  { id: "usage", name: t`Usage`, Icon: IconChartBar, run: () => openDialog("usage") },
  { id: "shortcuts", name: t`Keyboard shortcuts`, Icon: IconKeyboard, run: () => openDialog("shortcuts") },
];
