/** The surfaces of `app/theme/global.css` on which the accent is text, and those that can be tinted with it. */
const themes = {
  dark: {
    surfaces: ["#14161a", "#1b1e24", "#20242b", "#272b34", "#121418", "#262a33", "#2b303a"],
    tinted: ["#14161a", "#1b1e24", "#20242b"],
    ground: "#14161a",
    dim: "#9aa3b2",
    tint: 0.14,
    away: "#ffffff",
  },
  light: {
    surfaces: ["#ffffff", "#f6f7f9", "#eceef2", "#e9ecf1", "#eef0f4"],
    tinted: ["#ffffff", "#f6f7f9"],
    ground: "#ffffff",
    dim: "#5b6472",
    tint: 0.1,
    away: "#000000",
  },
} as const;

export type AccentTheme = keyof typeof themes;

interface AdjustedColor {
  color: string;
  /** To its background, or that of the text on it; the least of several. */
  contrast: number;
  /** How it differs from the colour that was chosen; null: it does not. */
  change: "lighter" | "darker" | null;
}

interface Accent {
  /** Of links and icons. */
  text: AdjustedColor;
  /** Of buttons, whose text is white. */
  button: AdjustedColor;
  buttonHover: string;
  /** A tint that marks something, such as a selected row. */
  soft: string;
}

const minTextContrast = 4.5;
const minShapeContrast = 3;

export const isHexColor = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color);

/**
 * Derives the accent of a theme from the colour that an institution has chosen. Wherever the colour would be hard to read
 * it is made lighter or darker, by no more than necessary.
 */
export function deriveAccent(chosen: string, theme: AccentTheme): Accent {
  const { surfaces, tinted, ground, dim, tint, away } = themes[theme];
  const tintOf = (color: string) => {
    let share: number = tint;
    // What is dimmed must stay readable on the tint.
    while (share > 0.02 && getLeast(dim, mixInto(tinted, color, share)) < minTextContrast) share -= 0.01;
    return share;
  };
  const getTextContrast = (color: string) => getLeast(color, [...surfaces, ...mixInto(tinted, color, tintOf(color))]);
  const text = adjust(chosen, away, (color) => getTextContrast(color) >= minTextContrast);
  const readable = adjust(chosen, "#000000", (color) => getContrast(color, "#ffffff") >= minTextContrast);
  const button = adjust(readable, "#ffffff", (color) => getContrast(color, ground) >= minShapeContrast);
  return {
    text: { color: text, contrast: getTextContrast(text), change: getChange(chosen, text) },
    button: { color: button, contrast: getContrast(button, "#ffffff"), change: getChange(chosen, button) },
    buttonHover: mix(button, "#000000", 0.15),
    soft: toTranslucent(text, tintOf(text)),
  };
}

/** Returns the contrast ratio of WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function getContrast(one: string, other: string): number {
  const levels = [getLuminance(one), getLuminance(other)];
  return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
}

/** Mixes a colour with black or white until it is good. White and black themselves always are. */
function adjust(color: string, target: string, isGood: (color: string) => boolean): string {
  for (let step = 0; step < 100; step++) {
    const mixed = mix(color, target, step / 100);
    if (isGood(mixed)) return mixed;
  }
  return target;
}

function getChange(chosen: string, color: string): AdjustedColor["change"] {
  if (color === chosen.toLowerCase()) return null;
  return getLuminance(color) > getLuminance(chosen) ? "lighter" : "darker";
}

const getLeast = (color: string, backgrounds: readonly string[]) =>
  Math.min(...backgrounds.map((background) => getContrast(color, background)));

const mixInto = (backgrounds: readonly string[], color: string, share: number) =>
  backgrounds.map((background) => mix(background, color, share));

/** `share`: of the other colour, from 0 to 1. */
function mix(color: string, other: string, share: number): string {
  const others = toChannels(other);
  const channels = toChannels(color).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const toTranslucent = (color: string, share: number) =>
  `rgb(${toChannels(color).join(" ")} / ${Math.round(share * 100)}%)`;

const toChannels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
