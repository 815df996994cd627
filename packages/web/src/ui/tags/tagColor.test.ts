import { describe, expect, test } from "vitest";
import { type ColorPair, tagColor, tagColors } from "./tagColor.ts";

/** The relative luminance of WCAG 2, of `hsl(h s% l%)`. */
function luminance(colour: string): number {
  const [hue = 0, saturation = 0, lightness = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    const value = lightness / 100 - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

function contrast({ text, ground }: ColorPair): number {
  const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("the colours of tags", () => {
  test("[C2.52] are twelve, each of which can be read in both colour schemes", () => {
    expect(new Set(tagColors.map(({ dark }) => dark.ground)).size).toBe(12);
    for (const { dark, light } of tagColors) {
      expect(contrast(dark)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(light)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("[C2.52] come from the text of the tag: the same text has the same one, and many texts have all of them", () => {
    expect(tagColor("physics")).toBe(tagColor("physics"));
    const used = new Set(Array.from({ length: 300 }, (_, index) => tagColor(`tag ${index}`)));
    expect(used.size).toBe(12);
    const alike = new Set(["a", "b", "c", "d", "e", "f", "g", "h"].map(tagColor));
    expect(alike.size).toBeGreaterThanOrEqual(5);
  });
});
