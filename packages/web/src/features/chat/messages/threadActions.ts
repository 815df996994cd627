import type { Message, Model } from "@lectern/contract";
import type { ContinueProblem, StepDecision } from "../../../entities/chat/runs/continuePost.ts";

/** The actions on the messages of a thread. The functions are stable, so that they cause no message to render again. */
export interface ThreadActions {
  openAppLink(href: string): void;
  /** Saves the text of a message as a file. */
  download(message: Message): void;
  /** What changes the conversation or creates another one; null: the thread can only be read. */
  changes: ThreadChanges | null;
}

export interface ThreadChanges {
  /** Requests another answer, from the conversation's model unless another one is given. */
  answerAgain(answer: Message, model?: Model): void;
  /** Requests another answer, for which no earlier message is left out. */
  answerWithAllMessages(answer: Message): void;
  /** Continues an answer that waits for approvals. Resolves to why that is not possible, or null. */
  continueAnswer(answer: Message, decisions: StepDecision[]): Promise<ContinueProblem | null>;
  /** Asks for the rest of an answer that ended before it was complete. */
  continuePartial(answer: Message): void;
  /** Shows the version with this id and the newest branch below it. */
  showVersion(messageId: string): void;
  /** Opens the editor of a message. */
  edit(messageId: string): void;
  /**
   * Opens the editor of the last user message. Returns false if there is no such message or it cannot be edited now.
   */
  editLast(): boolean;
  /** Deletes a message. If the message has other versions, also deletes the messages below it, after confirmation. */
  remove(message: Message): void;
  /** Creates and opens a conversation with the messages up to this one. */
  fork(message: Message): void;
}
