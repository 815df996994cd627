import type { Locator, Page } from "playwright-core";

/** The table of the page Your Files. */
export const filesTable = (page: Page): Locator => page.getByRole("table", { name: "Your files" });

/** Its rows without the header. */
export const fileRows = (page: Page): Locator =>
  filesTable(page)
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { name: /^Select (?!all)/ }) });

export const fileRow = (page: Page, name: string): Locator =>
  filesTable(page)
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name, exact: true }) });
