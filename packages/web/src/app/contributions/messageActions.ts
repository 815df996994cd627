import type { MessageActionContribution } from "../../entities/chat/slots/chatSlots.ts";

/** Additional actions in the menu of a message, listed before `Delete`. Loaded when the first menu opens. */
export const messageActions: readonly MessageActionContribution[] = [];
