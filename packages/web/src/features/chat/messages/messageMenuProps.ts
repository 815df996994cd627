import type { Message, Model } from "@lectern/contract";
import type { ReactNode } from "react";
import type { ThreadActions } from "./threadActions.ts";

export interface MessageMenuButtonProps {
  messageKind: "answer" | "message";
  message: Message;
  /** The reason why nothing can be changed now; null if changes are possible. */
  blockedReason: string | null;
  /** Toggles between the formatted message and its source; null if both are the same. */
  source: { isShown: boolean; toggle: () => void } | null;
  onCopyRich: () => void;
  /** Requests another answer from the chosen model; absent if there is no answer to replace. */
  onAnswerAgain?: ((model: Model) => void) | undefined;
  /** The reason why no other answer can be requested now; null if one can. */
  answerAgainBlockedReason: string | null;
  /** Items that other features add on a narrow screen, in place of their buttons in the row. */
  narrowItems?: ReactNode;
  actions: ThreadActions;
}
