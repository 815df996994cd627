import type { Page } from "playwright-core";
import { waitForAnimations } from "./waitForAnimations.ts";

/** The smallest side of a touch target, in CSS px. */
const minTargetPx = 40;

interface TouchTargets {
  /** How many targets can be pressed on the visible page. */
  count: number;
  /** The targets that are too small, such as `button "Copy" 28x44`. */
  small: string[];
}

/**
 * Measures everything that can be pressed: how far from its centre a tap still reaches it, in each direction. A label
 * belongs to its field, and while a menu is open only the menu counts. What is covered, for example by a dialog, is left
 * out; so are links in running text, whose size is that of the text (WCAG 2.2, 2.5.8), and the thumbs of sliders, which
 * can be set anywhere on their track.
 */
export async function measureTouchTargets(page: Page): Promise<TouchTargets> {
  await waitForAnimations(page);
  return page.evaluate((minPx) => {
    const selector = [
      "button, a[href], summary, input:not([type=hidden]), textarea, select",
      "[role=button], [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]",
    ].join();
    // An open menu covers a part of what is below it, and the first tap beside it closes it.
    const menus = [...document.querySelectorAll<HTMLElement>("[role=menu], [role=listbox]")];
    const root = menus.find((menu) => menu.checkVisibility() && !menu.closest("[role=dialog]")) ?? document;
    const small: string[] = [];
    let count = 0;
    for (const element of root.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert], p a, li > a")) continue;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const isField = element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type);
      const parts: HTMLElement[] = isField ? [element, ...labels] : [element];
      const anchor = parts.toSorted((a, b) => b.getBoundingClientRect().height - a.getBoundingClientRect().height)[0];
      anchor?.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = anchor?.getBoundingClientRect();
      if (!box) continue;
      const x = Math.round((Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2);
      const y = Math.round((Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2);
      const isHit = (atX: number, atY: number) => {
        const hit = document.elementFromPoint(atX, atY);
        return hit !== null && parts.some((part) => part.contains(hit));
      };
      if (!isHit(x, y)) continue;
      count++;
      const reach = (stepX: number, stepY: number) => {
        let distance = 0;
        while (distance < minPx && isHit(x + stepX * (distance + 1), y + stepY * (distance + 1))) distance++;
        return distance;
      };
      const width = reach(-1, 0) + 1 + reach(1, 0);
      const height = reach(0, -1) + 1 + reach(0, 1);
      if (width >= minPx && height >= minPx) continue;
      const name = element.getAttribute("aria-label") ?? labels[0]?.textContent ?? element.textContent;
      small.push(
        `${element.role ?? element.localName} "${(name || element.title || element.className).trim().slice(0, 60)}" ${width}x${height}`,
      );
    }
    return { count, small };
  }, minTargetPx);
}
