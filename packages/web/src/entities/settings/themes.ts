import type { UserSettings } from "@lectern/contract";

type ThemeSettings = Pick<UserSettings, "theme" | "usesSystemTheme">;
/** `system`: the theme of the device. */
type ThemeChoice = UserSettings["theme"] | "system";

/** The themes in the order in which they are offered. */
export const themes: readonly { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
];

export const getThemeChoice = ({ theme, usesSystemTheme }: ThemeSettings): ThemeChoice =>
  usesSystemTheme ? "system" : theme;

/** Returns the settings for the choice with this value. */
export function toThemeSettings(value: string): Partial<ThemeSettings> {
  if (value === "system") return { usesSystemTheme: true };
  return { theme: value === "light" ? "light" : "dark", usesSystemTheme: false };
}
