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
  IconSearch,
  IconSettings,
  IconSun,
  IconToggleLeft,
} from "@tabler/icons-react";
import { getThemeChoice, toThemeSettings } from "../../entities/settings/themes.ts";
import { changeUserSettings, readUserSettings } from "../../entities/settings/userSettings.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import type { PaletteAction } from "../../entities/shell/palette.ts";
import { openPage } from "../../entities/shell/routes.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";

const readTheme = ({ user }: Workspace) => getThemeChoice(readUserSettings(user.id));

/** The actions of the command palette, the most useful first. Loaded with the palette. */
export const paletteActions: readonly PaletteAction[] = [
  {
    id: "newChat",
    name: "New chat",
    Icon: IconMessagePlus,
    opensConversation: true,
    run: ({ startConversation }) => startConversation(),
  },
  {
    id: "search",
    name: "Search conversations",
    Icon: IconSearch,
    movesFocus: true,
    run: () => focusField("conversationSearch"),
  },
  { id: "focusMessage", name: "Write a message", Icon: IconEdit, movesFocus: true, run: () => focusField("message") },
  { id: "files", name: "Your files", Icon: IconFiles, run: () => openPage("files") },
  {
    id: "lightTheme",
    name: "Switch to the light theme",
    Icon: IconSun,
    isShown: (workspace) => readTheme(workspace) !== "light",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("light")),
  },
  {
    id: "darkTheme",
    name: "Switch to the dark theme",
    Icon: IconMoon,
    isShown: (workspace) => readTheme(workspace) !== "dark",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("dark")),
  },
  {
    id: "systemTheme",
    name: "Use the theme of this device",
    Icon: IconDeviceDesktop,
    isShown: (workspace) => readTheme(workspace) !== "system",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("system")),
  },
  {
    id: "download",
    name: "Download as a document",
    Icon: IconDownload,
    run: ({ conversationId }) => openDialog("download", { conversationId }),
  },
  { id: "import", name: "Import", Icon: IconFileImport, run: () => openDialog("import") },
  { id: "export", name: "Export Conversations", Icon: IconFileExport, run: () => openDialog("export") },
  { id: "settings", name: "Settings", Icon: IconSettings, run: () => openDialog("settings") },
  {
    id: "visibleModels",
    name: "Settings: models to choose from",
    Icon: IconListDetails,
    run: () => openDialog("settings", { tab: "configurations" }),
  },
  {
    id: "featureOptions",
    name: "Settings: features",
    Icon: IconToggleLeft,
    run: () => openDialog("settings", { tab: "configurations" }),
  },
  {
    id: "conversationStorage",
    name: "Settings: conversation storage",
    Icon: IconDatabase,
    flag: "storeCloudConversations",
    run: () => openDialog("settings", { tab: "storage" }),
  },
  { id: "usage", name: "Usage", Icon: IconChartBar, run: () => openDialog("usage") },
  { id: "shortcuts", name: "Keyboard shortcuts", Icon: IconKeyboard, run: () => openDialog("shortcuts") },
];
