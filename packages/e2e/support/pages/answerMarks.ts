import type { Locator, Page } from "playwright-core";
import { conversationList } from "./screen.ts";

export type AnswerMarkName = "answer being written" | "unread answer" | "answer failed";

/** The marks of this kind in the list of conversations. */
export const answerMarks = (page: Page, name: AnswerMarkName): Locator =>
  conversationList(page).getByRole("img", { name });
