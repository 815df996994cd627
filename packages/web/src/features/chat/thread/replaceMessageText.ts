import type { Message } from "@lectern/contract";
import { mayBeStructured } from "../../../entities/chat/answer/mayBeStructured.ts";
import { replaceEditableText } from "../../../entities/chat/answer/messageText.ts";
import { withoutStructuredMode } from "../../../entities/chat/answer/structuredForm.ts";

/**
 * Returns the content and label of a message after its text was replaced. The prefix of a structured mode is shown but
 * not sent, as in a new message. A prefix that cannot be parsed counts as text.
 */
export function replaceMessageText(
  message: Pick<Message, "role" | "content" | "label">,
  text: string,
): Pick<Message, "content" | "label"> {
  const { role, content, label } = message;
  if (role !== "user" || !(mayBeStructured(label) || mayBeStructured(text))) return replaceEditableText(message, text);
  const previousSentText = label === undefined ? content : removeStructuredMode(label);
  const sentContent = replaceEditableText({ content, label: previousSentText }, removeStructuredMode(text)).content;
  return sentContent === text ? { content: text } : { content: sentContent, label: text };
}

function removeStructuredMode(typedText: string): string {
  const parsed = withoutStructuredMode(typedText);
  return "text" in parsed ? parsed.text : typedText;
}
