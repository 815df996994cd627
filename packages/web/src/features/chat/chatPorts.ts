import type { TurnStore } from "../../lib/turnStore.ts";

/** What the chat needs of the rest of the application. */
export interface ChatPorts {
  /** Where chats are posted; empty where the administrator has set none. */
  endpoint: string;
  turns: TurnStore;
  /** A token for the chat's address, fresh enough to be used. Throws CallError when there is none to be had. */
  accessToken(): Promise<string>;
  /** Called when the chat's address answers that nobody is signed in. */
  onUnauthenticated(): void;
  /** Shows a notice with exactly this text and the role `alert`. */
  alert(text: string): void;
  /** The browser's locks; undefined where it has none. */
  locks: LockManager | undefined;
}
