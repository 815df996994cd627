import type { DrawingScheme } from "../ui/diagrams/drawingMessages.ts";

/** Default colours for Vega and Vega-Lite charts. A chart with its own background gets the light scheme. */
export function createChartConfig(scheme: DrawingScheme, hasBackground: boolean) {
  const isDark = scheme === "dark" && !hasBackground;
  const { text, dim, line, grid, mark } = isDark ? colorsOnDark : colorsOnLight;
  const guides = {
    background: "transparent",
    axis: {
      labelFontSize: 12,
      titleFontSize: 13,
      labelColor: dim,
      titleColor: text,
      domainColor: line,
      tickColor: line,
      gridColor: grid,
    },
    legend: { labelFontSize: 12, titleFontSize: 13, labelColor: dim, titleColor: text },
    title: { fontSize: 15, color: text, subtitleColor: dim },
    range: { category: isDark ? categoryColorsOnDark : categoryColorsOnLight },
    style: {
      "guide-label": { fill: dim },
      "guide-title": { fill: text },
      "group-title": { fill: text },
      "group-subtitle": { fill: dim },
      cell: { stroke: "transparent" },
      text: { fill: text },
    },
  };
  const [fill, stroke] = [{ fill: mark }, { stroke: mark }];
  return {
    vega: { ...guides, arc: fill, area: fill, rect: fill, shape: fill, symbol: fill, line: stroke, path: stroke },
    lite: { ...guides, mark: { color: mark }, text: { color: text }, rule: { color: text }, font: fontFamily },
  };
}

const fontFamily = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const colorsOnDark = { text: "#e6e8ec", dim: "#9aa3b2", line: "#5f6978", grid: "#2a2e37", mark: "#58b1d1" };
const colorsOnLight = { text: "#1a1d23", dim: "#5b6472", line: "#858e9c", grid: "#e3e6eb", mark: "#1a6c91" };

export const categoryColorsOnDark = [
  "#58b1d1",
  "#f2b482",
  "#9bd48a",
  "#c3a6ff",
  "#ff9a94",
  "#e9c98d",
  "#7fd6c2",
  "#f2a7d3",
];
export const categoryColorsOnLight = [
  "#1a6c91",
  "#b95a0a",
  "#3b8527",
  "#7431b8",
  "#b42626",
  "#8a6a00",
  "#14796a",
  "#a3307a",
];
