import type { UserSettings } from "@lectern/contract";
import { t } from "@lingui/core/macro";

type ThemeSettings = Pick<UserSettings, "theme" | "usesSystemTheme">;
/** `system`: the theme of the device. */
type ThemeChoice = UserSettings["theme"] | "system";

/** Returns the themes in the order in which they are offered. */
export const getThemes = (): { value: ThemeChoice; label: string }[] => [
  { value: "system", label: t({ message: "System", comment: "The theme of the device" }) },
  { value: "dark", label: t({ message: "Dark", context: "theme" }) },
  { value: "light", label: t({ message: "Light", context: "theme" }) },
];

export const getThemeChoice = ({ theme, usesSystemTheme }: ThemeSettings): ThemeChoice =>
  usesSystemTheme ? "system" : theme;

/** The choice that the institution has made for everybody who has made none. The server writes it into the page. */
export function getDefaultTheme(): ThemeChoice {
  const theme = globalThis.document?.documentElement.dataset.defaultTheme; // Unit tests have no page.
  return theme === "dark" || theme === "light" ? theme : "system";
}

/** Returns the settings for the choice with this value. */
export function toThemeSettings(value: string): Partial<ThemeSettings> {
  if (value === "system") return { usesSystemTheme: true };
  return { theme: value === "light" ? "light" : "dark", usesSystemTheme: false };
}
