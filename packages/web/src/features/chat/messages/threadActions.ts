import type { Message } from "@lectern/contract";

/** What can be done with the messages of a thread. The same functions at every draw, so that a new one draws no message again. */
export interface ThreadActions {
  answerAgain(reply: Message): void;
  /** Shows the version with this id. */
  showVersion(messageId: string): void;
  openAppLink(href: string): void;
  /** Opens the box in the place of a message in which its text is changed. */
  edit(messageId: string): void;
  /** The same for the last message of the user. False: there is none, or it cannot be edited now. */
  editLast(): boolean;
  /** Takes a message out, with what goes with it; asks where that is more than itself. */
  remove(message: Message): void;
  /** Opens a new conversation with the messages up to this one. */
  fork(message: Message): void;
  /** Saves the text of a message as a file. */
  download(message: Message): void;
}
