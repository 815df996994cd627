import { t } from "@lingui/core/macro";
import type { Chat } from "../../../entities/chat/createChat.ts";
import { quoteText } from "../../../entities/chat/sending/quoteText.ts";
import { type Highlight, setRequest } from "../highlightStore.ts";
import { readPart } from "./buildQuestion.ts";

/** Asks about the part in the conversation. What cannot be sent goes to the message field. */
export function askAboutPart(chat: Pick<Chat, "sendOrReturn">, highlight: Highlight, request: string): void {
  const { conversationId, source, selection } = highlight;
  const quote = quoteText(readPart(source, selection));
  chat.sendOrReturn({ conversationId, text: `${t`About this part of your answer:`}\n\n${quote}\n\n${request.trim()}` });
  setRequest(conversationId, "");
}
