import type { DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { categoryColorsOnDark, categoryColorsOnLight } from "./createChartConfig.ts";

/** Returns the page's colours as variables of Mermaid's "base" theme, which derives all other colours from them. */
export function createDiagramColors(scheme: DrawingScheme): Record<string, string | boolean> {
  const isDark = scheme === "dark";
  const categoryColors = isDark ? categoryColorsOnDark : categoryColorsOnLight;
  const slices = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`pie${index + 1}`, categoryColors[index % categoryColors.length] ?? ""]),
  );
  return { ...(isDark ? colorsOnDark : colorsOnLight), ...slices, darkMode: isDark, fontSize: "15px" };
}

const colorsOnDark = {
  background: "#14161a",
  primaryColor: "#1d323c",
  primaryTextColor: "#e6e8ec",
  primaryBorderColor: "#58b1d1",
  secondaryColor: "#2b2740",
  secondaryTextColor: "#e6e8ec",
  secondaryBorderColor: "#8f7cc4",
  tertiaryColor: "#1b1e24",
  tertiaryTextColor: "#e6e8ec",
  tertiaryBorderColor: "#5f6978",
  lineColor: "#9aa3b2",
  textColor: "#e6e8ec",
  edgeLabelBackground: "#23272f",
  noteBkgColor: "#3b3320",
  noteTextColor: "#e6e8ec",
  noteBorderColor: "#a98230",
  pieTitleTextColor: "#e6e8ec",
  pieLegendTextColor: "#e6e8ec",
  pieSectionTextColor: "#14161a",
  pieStrokeColor: "#14161a",
  pieOuterStrokeColor: "#5f6978",
  pieOpacity: "1",
};

const colorsOnLight = {
  background: "#ffffff",
  primaryColor: "#e3f1f8",
  primaryTextColor: "#1a1d23",
  primaryBorderColor: "#1a6c91",
  secondaryColor: "#efeafa",
  secondaryTextColor: "#1a1d23",
  secondaryBorderColor: "#7431b8",
  tertiaryColor: "#f6f7f9",
  tertiaryTextColor: "#1a1d23",
  tertiaryBorderColor: "#858e9c",
  lineColor: "#5b6472",
  textColor: "#1a1d23",
  edgeLabelBackground: "#f6f7f9",
  noteBkgColor: "#fff4d6",
  noteTextColor: "#1a1d23",
  noteBorderColor: "#b8860b",
  pieTitleTextColor: "#1a1d23",
  pieLegendTextColor: "#1a1d23",
  pieSectionTextColor: "#ffffff",
  pieStrokeColor: "#ffffff",
  pieOuterStrokeColor: "#858e9c",
  pieOpacity: "1",
};
