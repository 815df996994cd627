import type { Locator, Page } from "playwright-core";
import { composer } from "./screen.ts";

export const queuedMessages = (page: Page): Locator =>
  page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");

/** Types a message while an answer is being written, and queues it with Enter. */
export async function queueMessage(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  await queuedMessages(page).filter({ hasText: text }).waitFor();
}
