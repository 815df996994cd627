import type { Locator, Page } from "playwright-core";

/** The document viewer: a panel beside the conversation, or a dialog over it where there is not enough space. */
export const documentViewer = (page: Page, name: string): Locator =>
  page.getByRole("complementary", { name }).or(page.getByRole("dialog", { name }));
