import { IconMoon, IconSun } from "@tabler/icons-react";
import { changeUserSettings, useUserSettings } from "../../entities/settings/userSettings.ts";
import { IconButton } from "../../ui/IconButton.tsx";

/** Switches between the dark and the light theme on all devices of the person. */
export function ThemeToggle({ userId }: { userId: string }) {
  const isDark = useUserSettings(userId).theme === "dark";
  return (
    <IconButton
      name={isDark ? "Switch to the light theme" : "Switch to the dark theme"}
      onClick={() => void changeUserSettings(userId, { theme: isDark ? "light" : "dark" })}
    >
      {isDark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
    </IconButton>
  );
}
