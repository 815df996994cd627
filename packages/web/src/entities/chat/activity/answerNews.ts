import { t } from "@lingui/core/macro";
import { createPageStore } from "../../../lib/pageStore.ts";

/** The announcement of the last answer that was completed while the person saw something else. */
export const answerNews = createPageStore(() => "");

/** Announces an answer in the conversation with this name, once in this browser and without interrupting. */
export function announceAnswer(name: string): void {
  const text = t`Answer ready in “${name}”.`;
  // A text that does not change would not be announced.
  answerNews.setState(answerNews.getState() === text ? `${text}\u00a0` : text, true);
}
