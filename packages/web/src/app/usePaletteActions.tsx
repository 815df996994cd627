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
import type { ReactNode } from "react";
import { changeUserSettings, useUserSettings } from "../entities/settings/userSettings.ts";
import { openDialog } from "../entities/shell/dialogs.ts";
import { focusField } from "../entities/shell/focusTargets.ts";
import { openPage } from "../entities/shell/routes.ts";
import { type GlobalShortcut, keysOf } from "../entities/shell/shortcuts.ts";
import type { PaletteEntry } from "../features/palette/paletteEntry.ts";
import type { AppDialogsProps } from "./shell/DialogHost.tsx";

const icon = (Icon: typeof IconEdit): ReactNode => <Icon size={16} stroke={1.6} />;

/** What can be done from the palette, the most wanted first. */
export function usePaletteActions({ user, blockedReason, onNew }: AppDialogsProps): PaletteEntry[] {
  const isDark = useUserSettings(user.id).theme === "dark";
  const byKeys = (name: GlobalShortcut) => ({ id: `action ${name}`, keys: keysOf(name) });
  return [
    { ...byKeys("newChat"), name: "New chat", icon: icon(IconMessagePlus), blockedReason, run: onNew },
    {
      ...byKeys("search"),
      name: "Search conversations",
      icon: icon(IconSearch),
      movesFocus: true,
      run: () => focusField("Search conversations"),
    },
    {
      ...byKeys("focusMessage"),
      name: "Write a message",
      icon: icon(IconEdit),
      movesFocus: true,
      run: () => focusField("Message"),
    },
    { id: "action files", name: "Your files", icon: icon(IconFiles), run: () => openPage("home") },
    {
      id: "action theme",
      name: isDark ? "Switch to the light theme" : "Switch to the dark theme",
      icon: icon(isDark ? IconSun : IconMoon),
      run: () => void changeUserSettings(user.id, { theme: isDark ? "light" : "dark" }),
    },
    {
      id: "action download",
      name: "Download as a document",
      icon: icon(IconDownload),
      run: () => openDialog("download"),
    },
    { id: "action import", name: "Import", icon: icon(IconFileImport), run: () => openDialog("import") },
    { id: "action export", name: "Export Conversations", icon: icon(IconFileExport), run: () => openDialog("export") },
    { ...byKeys("settings"), name: "Settings", icon: icon(IconSettings), run: () => openDialog("settings") },
    {
      ...byKeys("shortcuts"),
      name: "Keyboard shortcuts",
      icon: icon(IconKeyboard),
      run: () => openDialog("shortcuts"),
    },
  ];
}
