import type { Message } from "@lectern/contract";
import { mayBeStructured } from "../../../entities/chat/answer/mayBeStructured.ts";
import { replaceEditableText } from "../../../entities/chat/answer/messageText.ts";
import { withoutStructuredMode } from "../../../entities/chat/answer/structuredForm.ts";

/**
 * What a message says once another text was written in its place. The prefix of a structured mode is shown and not sent, as it is where
 * the text is sent anew; one that cannot be read is text like any other.
 */
export function replaceMessageText(
  message: Pick<Message, "role" | "content" | "label">,
  text: string,
): Pick<Message, "content" | "label"> {
  const { role, content, label } = message;
  if (role !== "user" || !(mayBeStructured(label) || mayBeStructured(text))) return replaceEditableText(message, text);
  const sentBefore = label === undefined ? content : withoutMode(label);
  const sent = replaceEditableText({ content, label: sentBefore }, withoutMode(text)).content;
  return sent === text ? { content: text } : { content: sent, label: text };
}

function withoutMode(typed: string): string {
  const read = withoutStructuredMode(typed);
  return "text" in read ? read.text : typed;
}
