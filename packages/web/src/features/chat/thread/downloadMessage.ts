import type { Message } from "@lectern/contract";
import { getEditableText } from "../../../entities/chat/answer/messageText.ts";
import { withStepLines } from "../../../entities/chat/answer/withStepLines.ts";
import { toSafeFileName } from "../../../ui/markdown/code/codeFileName.ts";
import { saveFile } from "../../../ui/saveFile.ts";

/**
 * Saves the text of one message, with a line for each step of an answer, as a Markdown file that is named for its
 * conversation.
 */
export function downloadMessage(message: Message, conversationName: string): void {
  const text = message.role === "assistant" ? withStepLines(message) : getEditableText(message);
  const content = new Blob([text.endsWith("\n") ? text : `${text}\n`], { type: "text/markdown;charset=utf-8" });
  // Pass the extension explicitly, so that the text after a dot in the name is not taken for one.
  saveFile(content, `${toSafeFileName(conversationName, "message").slice(0, 80)}.md`);
}
