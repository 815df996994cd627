import type { Page } from "playwright-core";
import { waitForAnimations } from "./waitForAnimations.ts";

/**
 * Returns the visible labels of controls, and headings, whose text is cut off by themselves or by a box inside the
 * control. Names that people choose may be cut: pass them as `chosenNames`.
 */
export async function listClippedLabels(page: Page, chosenNames: readonly string[] = []): Promise<string[]> {
  await waitForAnimations(page);
  return page.evaluate((names) => {
    const controls = "button, a[href], label, legend, h1, h2, h3, th, [role=tab], [role^=menuitem], [role=option], dt";
    const isClipped = (box: Element) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isTooWide = box.scrollWidth > box.clientWidth + 1 && overflowX !== "visible";
      const isTooHigh = box.scrollHeight > box.clientHeight + 2 && (overflowY === "hidden" || overflowY === "clip");
      const hasText = [...box.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      // A box of one pixel is for screen readers only.
      return hasText && box.clientWidth > 1 && (isTooWide || isTooHigh);
    };
    const clippedTexts = [...document.querySelectorAll(controls)]
      .filter((control) => control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .filter((control) => [control, ...control.querySelectorAll("*")].some(isClipped))
      .map((control) => control.textContent.trim())
      .filter((text) => text !== "" && !names.some((name) => text.includes(name)));
    return [...new Set(clippedTexts)];
  }, chosenNames);
}
