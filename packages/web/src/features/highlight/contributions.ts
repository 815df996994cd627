import type { BelowAnswerProps, SlotContribution } from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** Restores an answer of which parts were changed. */
export const revertButton: SlotContribution<BelowAnswerProps> = {
  id: "revert",
  appliesTo: ({ message, isReadOnly }) => !isReadOnly && message.data.original !== undefined,
  Component: lazy(() => import("./RevertButton.tsx").then(({ RevertButton }) => ({ default: RevertButton }))),
};
