import { cutText } from "../../lib/cutText.ts";

const maxCharacters = 50;

/** Truncates the name of a conversation for lists in which one or several are chosen. */
export const cutConversationName = (name: string): string => cutText(name, maxCharacters);
