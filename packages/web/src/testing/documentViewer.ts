import { type Locator, page } from "vitest/browser";
import { lastAnswer } from "./chatPage.ts";

/** The document viewer: a panel beside the conversation, or a dialog over it where there is not enough space. */
export const documentViewer = (name: string): Locator =>
  page.getByRole("complementary", { name }).or(page.getByRole("dialog", { name }));
/** The text of the open document, which scrolls. */
export const documentText = (name: string): Locator => page.getByRole("region", { name: `Text of ${name}` });
/** The pages of the open PDF, which scroll. */
export const documentPages = (name: string): Locator => page.getByRole("region", { name: `Pages of ${name}` });
/** The number of a source in the last answer. */
export const citation = (number: number): Locator =>
  lastAnswer()
    .getByRole("button", { name: new RegExp(`^Source ${number},`) })
    .first();

/** The elements within others that a selector matches. */
export const findAll = (within: Locator, selector: string): HTMLElement[] =>
  within.elements().flatMap((element) => [...element.querySelectorAll<HTMLElement>(selector)]);

/** The texts of the elements that a selector matches. */
export const readTexts = (within: Locator, selector: string): (string | null)[] =>
  findAll(within, selector).map(({ textContent }) => textContent);

/** True if the first match of the selector is between the top and the bottom of the area. */
export function isInView(area: Locator, selector: string): boolean {
  const box = findAll(area, selector)[0]?.getBoundingClientRect();
  const view = area.elements()[0]?.getBoundingClientRect();
  return box !== undefined && view !== undefined && box.top >= view.top && box.bottom <= view.bottom;
}
