/** A text and the ground that it stands on, as CSS colours. */
export interface ColorPair {
  text: string;
  ground: string;
}

/** How the chip of a tag looks in the two colour schemes. */
export interface TagColor {
  dark: ColorPair;
  light: ColorPair;
}

/** [C2.52] Twelve hues around the circle, in degrees. */
const hues = [0, 28, 46, 80, 120, 152, 178, 202, 226, 258, 290, 328] as const;

export const tagColors: readonly TagColor[] = hues.map((hue) => ({
  dark: { text: `hsl(${hue} 75% 80%)`, ground: `hsl(${hue} 38% 18%)` },
  light: { text: `hsl(${hue} 80% 22%)`, ground: `hsl(${hue} 72% 92%)` },
}));

/** [C2.52] The colour of a tag: the same for the same text, wherever it is shown. */
export function tagColor(tag: string): TagColor {
  return tagColors[hashOf(tag) % tagColors.length] ?? fallbackColor;
}

const fallbackColor: TagColor = {
  dark: { text: "var(--text)", ground: "var(--hover)" },
  light: { text: "var(--text)", ground: "var(--hover)" },
};

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // The low bits of short texts that are alike are alike, too.
  return (hash ^ (hash >>> 15)) >>> 0;
}
