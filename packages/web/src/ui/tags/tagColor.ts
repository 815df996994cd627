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
  return tagColors[hashText(tag) % tagColors.length] ?? fallbackColor;
}

const fallbackColor: TagColor = {
  dark: { text: "var(--text)", background: "var(--hover)" },
  light: { text: "var(--text)", background: "var(--hover)" },
};

/** Returns a 32-bit hash: FNV-1a with its high bits mixed into its low bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // The low bits of similar short texts are similar, so mix in the high bits.
  return (hash ^ (hash >>> 15)) >>> 0;
}
