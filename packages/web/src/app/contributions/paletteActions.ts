import {
  IconDownload,
  IconEdit,
  IconFileExport,
  IconFileImport,
  IconFiles,
  IconKeyboard,
  IconMessagePlus,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSun,
} from "@tabler/icons-react";
import { changeUserSettings, readUserSettings } from "../../entities/settings/userSettings.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import type { PaletteAction } from "../../entities/shell/palette.ts";
import { openPage } from "../../entities/shell/routes.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";

const isDark = ({ user }: Workspace) => readUserSettings(user.id).theme === "dark";

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
    isShown: isDark,
    run: ({ user }) => void changeUserSettings(user.id, { theme: "light" }),
  },
  {
    id: "darkTheme",
    name: "Switch to the dark theme",
    Icon: IconMoon,
    isShown: (workspace) => !isDark(workspace),
    run: ({ user }) => void changeUserSettings(user.id, { theme: "dark" }),
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
  { id: "shortcuts", name: "Keyboard shortcuts", Icon: IconKeyboard, run: () => openDialog("shortcuts") },
];
