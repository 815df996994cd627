import type { Message } from "@lectern/contract";
import type { ThreadActions } from "./threadActions.ts";

export interface MessageMenuButtonProps {
  what: "answer" | "message";
  message: Message;
  /** Why nothing can be changed now; null: it can. */
  blockedReason: string | null;
  /** Whether the message is shown as it was written; null where that is how it is shown anyway. */
  source: { isShown: boolean; toggle: () => void } | null;
  onCopyRich: () => void;
  actions: ThreadActions;
}
