import { hashNumbers } from "../../lib/text/hashText.ts";

/** CSS colours of a text and its background. */
export interface ColorPair {
  text: string;
  background: string;
}

/** The colours of a tag's chip in the two colour schemes. */
export interface TagColor {
  dark: ColorPair;
  light: ColorPair;
}

/** Twelve hues around the colour wheel, in degrees. */
const hues = [0, 28, 46, 80, 120, 152, 178, 202, 226, 258, 290, 328] as const;

export const tagColors: readonly TagColor[] = hues.map((hue) => ({
  dark: { text: `hsl(${hue} 75% 80%)`, background: `hsl(${hue} 38% 18%)` },
  light: { text: `hsl(${hue} 80% 22%)`, background: `hsl(${hue} 72% 92%)` },
}));

/** Returns the colour of a tag. It depends only on the tag's text, so that a tag looks the same everywhere. */
export function getTagColor(tag: string): TagColor {
  return tagColors[hashTag(tag) % tagColors.length] ?? fallbackColor;
}

const fallbackColor: TagColor = {
  dark: { text: "var(--text)", background: "var(--hover)" },
  light: { text: "var(--text)", background: "var(--hover)" },
};

/** Returns a 32-bit hash. The low bits of similar short texts are similar, so the high bits are mixed into them. */
function hashTag(tag: string): number {
  const hash = hashNumbers(new TextEncoder().encode(tag));
  return (hash ^ (hash >>> 15)) >>> 0;
}
