import { describe, expect, test } from "vitest";
import { type ColorPair, getTagColor, tagColors } from "./tagColor.ts";

/** Returns the relative luminance (WCAG 2) of `hsl(h s% l%)`. */
function luminance(color: string): number {
  const [hue = 0, saturation = 0, lightness = 0] = (color.match(/\d+/g) ?? []).map(Number);
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const getChannel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = lightness / 100 - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * getChannel(0) + 0.7152 * getChannel(8) + 0.0722 * getChannel(4);
}

function getContrast({ text, background }: ColorPair): number {
  const [light = 0, dark = 0] = [luminance(text), luminance(background)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("the colours of tags", () => {
  test("[C2.52] are twelve, each readable in both colour schemes", () => {
    expect(tagColors).toHaveLength(12);
    for (const scheme of ["dark", "light"] as const) {
      for (const part of ["text", "background"] as const) {
        expect(new Set(tagColors.map((color) => color[scheme][part])).size, `${scheme} ${part}`).toBe(12);
      }
    }
    for (const { dark, light } of tagColors) {
      expect(getContrast(dark)).toBeGreaterThanOrEqual(4.5);
      expect(getContrast(light)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("of a tag are the same in every version", () => {
    expect(["physics", "Größe", "chemistry"].map((tag) => tagColors.indexOf(getTagColor(tag)))).toEqual([4, 4, 8]);
  });

  test("[C2.52] depend on the tag's text: equal texts share a colour, and many texts use all colours", () => {
    expect(getTagColor("physics")).toBe(getTagColor("physics"));
    const usedColors = new Set(Array.from({ length: 300 }, (_, index) => getTagColor(`tag ${index}`)));
    expect(usedColors.size).toBe(12);
    const similar = new Set(["a", "b", "c", "d", "e", "f", "g", "h"].map(getTagColor));
    expect(similar.size).toBeGreaterThanOrEqual(5);
  });
});
