import { cutText } from "../../lib/text/cutText.ts";
import { getConversationName } from "./getConversationName.ts";

const maxCharacters = 50;

/** Returns the shown name of a conversation, truncated for lists in which one or several are chosen. */
export const cutConversationName = (name: string): string => cutText(getConversationName({ name }), maxCharacters);
