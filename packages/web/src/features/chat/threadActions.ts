import type { Message } from "@lectern/contract";

/** What can be done with the messages of a thread. The same functions at every draw, so that a new one draws no message again. */
export interface ThreadActions {
  answerAgain(reply: Message): void;
  /** Shows the version with this id. */
  showVersion(messageId: string): void;
  openAppLink(href: string): void;
}
