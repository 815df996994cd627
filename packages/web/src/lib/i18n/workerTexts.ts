import { i18n, type Messages } from "@lingui/core";

/** The language in use with its texts, to be posted to a worker. */
export interface Texts {
  locale: string;
  messages: Messages;
}

export const getTexts = (): Texts => ({ locale: i18n.locale, messages: i18n.messages });

/** Makes the texts of a worker those of the page. A worker that has texts calls this first. */
export function setTexts({ locale, messages }: Texts): void {
  // The build has compiled all messages, so a string needs no compiler.
  if (import.meta.env.PROD) i18n.setMessagesCompiler((message) => [message]);
  i18n.loadAndActivate({ locale, messages });
}
