import type { Message } from "@lectern/contract";
import type { ThreadActions } from "./threadActions.ts";

export interface MessageMenuButtonProps {
  messageKind: "answer" | "message";
  message: Message;
  /** The reason why nothing can be changed now; null if changes are possible. */
  blockedReason: string | null;
  /** Toggles between the formatted message and its source; null if both are the same. */
  source: { isShown: boolean; toggle: () => void } | null;
  onCopyRich: () => void;
  actions: ThreadActions;
}
