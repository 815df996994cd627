import type { DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { categoryColorsOnDark, categoryColorsOnLight } from "./createChartConfig.ts";

/**
 * Returns the page's colours as variables of Mermaid's "base" theme, which derives all other colours from them. Names
 * the derived colours that would be fixed or would not suit the page.
 */
export function createDiagramColors(scheme: DrawingScheme) {
  const isDark = scheme === "dark";
  const colors = isDark ? colorsOnDark : colorsOnLight;
  const categoryColors = isDark ? categoryColorsOnDark : categoryColorsOnLight;
  return {
    ...colors,
    ...flatStyle,
    ...nameColors("pie", 1, 12, categoryColors),
    ...nameColors("cScale", 0, 12, isDark ? sectionColorsOnDark : sectionColorsOnLight),
    ...nameColors("cScaleInv", 0, 12, categoryColors),
    ...nameColors("cScaleLabel", 0, 12, [colors.textColor]),
    ...nameColors("git", 0, 8, categoryColors),
    ...nameColors("gitBranchLabel", 0, 8, [colors.pieSectionTextColor]),
    xyChart: { plotColorPalette: categoryColors.join(",") },
    radar: { graticuleColor: colors.gridColor },
    darkMode: isDark,
    sequenceNumberColor: colors.background,
    fontSize: "15px",
    pieTitleTextSize: "18px",
    pieSectionTextSize: "15px",
    pieLegendTextSize: "15px",
  };
}

/** Mermaid's own "neo" look, which a diagram's text may choose, has a gradient and a light shadow around each box. */
const flatStyle = { useGradient: false, dropShadow: "none" };

/** Returns numbered variables. The colours repeat. */
const nameColors = (name: string, firstNumber: number, count: number, colors: readonly string[]) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${name}${firstNumber + index}`, colors[index % colors.length]]),
  );

/**
 * The category colours for the branches of mind maps and the periods of timelines, where one colour has the text in
 * front of it and also draws lines on the page, and the colour of the text draws lines as well.
 */
const sectionColorsOnDark = ["#33687a", "#795a41", "#4c6844", "#685988", "#88524f", "#6e5e42", "#3e695f", "#7b556c"];
const sectionColorsOnLight = ["#5b96b0", "#c87d3d", "#619d51", "#a77cd2", "#cf7474", "#a58c3b", "#509b90", "#c275a7"];

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
  gridColor: "#2a2e37",
  sectionBkgColor: "#1b1e24",
  sectionBkgColor2: "#1b1e24",
  altSectionBkgColor: "#14161a",
  excludeBkgColor: "#23272f",
  doneTaskBkgColor: "#2b303a",
  doneTaskBorderColor: "#5f6978",
  activeTaskBkgColor: "#2a4a58",
  activeTaskBorderColor: "#58b1d1",
  critBkgColor: "#4a2528",
  critBorderColor: "#ff8f8f",
  todayLineColor: "#ff8f8f",
  vertLineColor: "#9aa3b2",
  taskTextClickableColor: "#e6e8ec",
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
  gridColor: "#e3e6eb",
  sectionBkgColor: "#f6f7f9",
  sectionBkgColor2: "#f6f7f9",
  altSectionBkgColor: "#ffffff",
  excludeBkgColor: "#eceef2",
  doneTaskBkgColor: "#e3e6eb",
  doneTaskBorderColor: "#858e9c",
  activeTaskBkgColor: "#c5e2f0",
  activeTaskBorderColor: "#1a6c91",
  critBkgColor: "#fbe0e0",
  critBorderColor: "#b42626",
  todayLineColor: "#b42626",
  vertLineColor: "#5b6472",
  taskTextClickableColor: "#1a1d23",
};
