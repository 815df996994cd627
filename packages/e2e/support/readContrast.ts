import type { Locator } from "playwright-core";

/**
 * Returns the contrast ratio of an element's text or border, as computed by the browser, to what is behind it: for text
 * the nearest filled background including its own, for a border that of what surrounds the element.
 */
export function readContrast(element: Locator, part: "text" | "border"): Promise<number> {
  return element.evaluate((node, measuresText) => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const parse = (text: string): Colour => {
      // The canvas converts every notation to bytes.
      const context = document.createElement("canvas").getContext("2d");
      if (!context) throw new Error("there is no canvas");
      context.fillStyle = text;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const luminanceOf = ([red, green, blue]: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((byte) => {
        const value = byte / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const findBackground = (from: Element | null): Colour => {
      for (let each = from; each; each = each.parentElement) {
        const colour = parse(getComputedStyle(each).backgroundColor);
        if (colour[3] === 1) return colour;
        if (colour[3] > 0) throw new Error("a translucent background is not supported");
      }
      return [255, 255, 255, 1];
    };
    const { color, borderTopColor } = getComputedStyle(node);
    const foreground = parse(measuresText ? color : borderTopColor);
    if (foreground[3] < 1) throw new Error("a translucent colour is not supported");
    const levels = [foreground, findBackground(measuresText ? node : node.parentElement)].map(luminanceOf);
    return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
  }, part === "text");
}
