import { page } from "vitest/browser";

/** The trial chat beside the fields of an assistant. */
export const trialChat = () => page.getByRole("region", { name: "Trial chat", exact: true });
export const questionField = () => page.getByRole("textbox", { name: "Question for the trial" });
/** The answers of the trial. */
export const answers = () => trialChat().getByRole("article", { name: /^(?!You$)/ });
/** What screen readers are told. */
export const announced = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
