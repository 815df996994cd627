import { useLayoutEffect } from "react";
import { type AccentTheme, deriveAccent, isHexColor } from "../../lib/color/accent.ts";

/** Replaces the accent of both themes by the institution's; null: the product's own. */
export function useAccentColor(color: string | null): void {
  // Before the browser paints, so that no other colour is seen first.
  useLayoutEffect(() => {
    if (color === null || !isHexColor(color)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync((["dark", "light"] as const).map((theme) => createRule(color, theme)).join("\n"));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [color]);
}

function createRule(color: string, theme: AccentTheme): string {
  const { text, button, buttonHover, soft } = deriveAccent(color, theme);
  const variables = {
    "--accent": text.color,
    "--accent-soft": soft,
    "--mantine-color-accent-text": text.color,
    "--mantine-color-accent-filled": button.color,
    "--mantine-color-accent-filled-hover": buttonHover,
    "--mantine-color-accent-light": soft,
    "--mantine-color-accent-light-hover": soft,
    "--mantine-color-accent-light-color": text.color,
    "--mantine-color-accent-outline": text.color,
    "--mantine-color-accent-outline-hover": soft,
  };
  const declarations = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  // Stronger than the rules of Mantine and of global.css, whatever their order.
  return `:root:root[data-mantine-color-scheme="${theme}"] { ${declarations.join(" ")} }`;
}
