import type { MessageActionContribution } from "../../entities/chat/slots/chatSlots.ts";

/** Further actions in the menu of a message, before `Delete`. Loaded with the first menu that opens. */
export const messageActions: readonly MessageActionContribution[] = [];
