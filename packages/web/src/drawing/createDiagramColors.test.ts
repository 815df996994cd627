import { describe, expect, test } from "vitest";
import { contrastOf } from "../lib/testing/contrastOf.ts";
import { createDiagramColors } from "./createDiagramColors.ts";

describe.each(["dark", "light"] as const)("diagrams in the %s theme", (scheme) => {
  const colors: Readonly<Record<string, unknown>> = createDiagramColors(scheme);
  const getContrast = (text: string, background: string) =>
    contrastOf(String(colors[text]), String(colors[background]));

  test.each([
    ["primaryTextColor", ["primaryColor", "tertiaryColor", "background", "activeTaskBkgColor", "critBkgColor"]],
    ["secondaryTextColor", ["secondaryColor"]],
    ["textColor", ["background", "edgeLabelBackground", "doneTaskBkgColor", "sectionBkgColor", "altSectionBkgColor"]],
    ["noteTextColor", ["noteBkgColor"]],
    ["pieSectionTextColor", Array.from({ length: 12 }, (_, index) => `pie${index + 1}`)],
    ["cScaleLabel0", Array.from({ length: 12 }, (_, index) => `cScale${index}`)],
    ["gitBranchLabel0", Array.from({ length: 8 }, (_, index) => `git${index}`)],
  ])("%s is readable", (text, backgrounds) => {
    for (const background of backgrounds) expect(getContrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["primaryBorderColor", "lineColor"])("%s is visible on the page", (name) => {
    expect(getContrast(name, "background")).toBeGreaterThanOrEqual(3);
  });
});
