import type { Message } from "@lectern/contract";
import type { TurnStore } from "../../conversations/turnStore.ts";
import type { PrefixText } from "../sending/composeMessage.ts";

/** What the runs of a chat depend on: the network, the stores and the notices. `createChat` provides it. */
export interface RunDependencies {
  /** The address that chats are posted to; empty if the administrator has set none. */
  endpoint: string;
  turns: TurnStore;
  /** A valid token for that address, other than `refused`. Throws CallError if there is none. */
  accessToken(refused?: string): Promise<string>;
  /** Called when the address answers that nobody is signed in. */
  onUnauthenticated(): void;
  /** Shows an error with exactly this text in place of the last one of the chat, with `details` below it. */
  showError(text: string, details?: string): void;
  /** Closes what `showError` shows. */
  closeErrors(): void;
  /** Shows an error that no later one replaces: something is lost unless the person acts. */
  showLastingError(text: string, details?: string): void;
  applyPrefixPrompts: PrefixText;
  /**
   * The answer as the output transformers for these tags change it; null: none applies. If one fails, the answer says
   * so.
   */
  applyOutputTransformers(answer: Message, tags: readonly string[]): Promise<Message | null>;
  /** The locks of the browser; undefined if it has none. */
  locks: LockManager | undefined;
}
