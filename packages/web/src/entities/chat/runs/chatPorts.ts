import type { Message } from "@lectern/contract";
import type { TurnStore } from "../../conversations/turnStore.ts";

/** What the chat needs of the rest of the application. */
export interface ChatPorts {
  /** Where chats are posted; empty where the administrator has set none. */
  endpoint: string;
  turns: TurnStore;
  /** A token for the chat's address, fresh enough to be used, and another one than `refused`. Throws CallError when there is none to be had. */
  accessToken(refused?: string): Promise<string>;
  /** Called when the chat's address answers that nobody is signed in. */
  onUnauthenticated(): void;
  /** Shows a notice with exactly this text, and `more` beneath it, with the role `alert`, in the place of the last one. */
  alert(text: string, more?: string): void;
  /** Closes what `alert` shows. */
  closeAlerts(): void;
  /** As `alert`, of something that is lost unless the person acts: no later alert takes its place, and nothing closes it early. */
  warn(text: string, more?: string): void;
  prompts: PromptPorts;
  /** The browser's locks; undefined where it has none. */
  locks: LockManager | undefined;
}

/** What a person's prompts do to the messages of a conversation that has these tags. */
export interface PromptPorts {
  /** The text with what prefix prompts put before it. */
  prefixed(text: string, tags: readonly string[]): Promise<string>;
  /** The answer as output transformers make it; null: none applies. Where one fails, the answer says so and stays as it was. */
  transformed(reply: Message, tags: readonly string[]): Promise<Message | null>;
}
