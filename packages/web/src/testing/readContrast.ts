type Color = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * Returns the contrast ratio of an element's text or border, as computed by the browser, to what is behind it: for text
 * the nearest filled background including its own, for a border that of what surrounds the element.
 */
export function readContrast(element: Element, part: "text" | "border"): number {
  const { color, borderTopColor } = getComputedStyle(element);
  const foreground = parse(part === "text" ? color : borderTopColor);
  if (foreground[3] < 1) throw new Error("a translucent color is not supported");
  const background = findBackground(part === "text" ? element : element.parentElement);
  const levels = [foreground, background].map(luminanceOf);
  return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
}

/** The canvas converts every notation to bytes. */
function parse(text: string): Color {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("there is no canvas");
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function findBackground(from: Element | null): Color {
  for (let each = from; each; each = each.parentElement) {
    const color = parse(getComputedStyle(each).backgroundColor);
    if (color[3] === 1) return color;
    if (color[3] > 0) throw new Error("a translucent background is not supported");
  }
  return [255, 255, 255, 1];
}
