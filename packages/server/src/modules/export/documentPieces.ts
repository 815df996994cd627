import type { convertConversations, OpInput } from "@lectern/contract";
import type { DocumentPiece } from "../../platform/pandoc/documentConverter.ts";

export type DocumentRequest = Pick<
  OpInput<typeof convertConversations>,
  "headers" | "includeConversationName" | "include" | "content"
>;

/**
 * [C3.30] What is asked for, in the order of reading, each piece put together when it is asked for. A conversation without a message that is
 * to go into the document is left out.
 */
export function* documentPieces(request: DocumentRequest): Generator<DocumentPiece, void, undefined> {
  const { headers, includeConversationName, include, content } = request;
  const under = {
    conversation: headerOf(headers.conversation),
    message: headerOf(headers.message),
    user: headerOf(headers.user),
    assistant: headerOf(headers.assistant),
  };
  for (const { name, messages } of content.history) {
    let isNamed = !includeConversationName;
    for (const { role, content, label } of messages) {
      if (role !== "user" && role !== "assistant") continue;
      if (include !== "all" && include !== role) continue;
      const text = role === "user" ? (label ?? content) : content;
      if (text.trim() === "") continue;
      if (!isNamed) yield { kind: "name", markdown: under.conversation(asMarkdown(name)) };
      isNamed = true;
      yield { kind: role, markdown: under.message(under[role](text)) };
    }
  }
}

/**
 * Puts a header over a text. One that ends with a space, or is a bare mark such as `#`, stands on the line of what follows; any other is a
 * paragraph of its own.
 */
function headerOf(header: string): (text: string) => string {
  if (header.trim() === "") return (text) => text;
  const trimmed = header.trimEnd();
  const bare = /(?:^|\n)#{1,6}[ \t]*$/.test(header);
  if (!bare && !/[ \t]$/.test(header)) return (text) => `${trimmed}\n\n${text}`;
  // A heading cannot hold a list or a table, and is no heading without words.
  const rest = bare ? header.replace(/#{1,6}[ \t]*$/, "").trimEnd() : trimmed;
  return (text) => {
    const beginsBlock = /^\s*(?:#|>|```|~~~|\||[-*+] |\d+[.)] |\$\$|\\\[)/.test(text);
    if (!beginsBlock) return `${trimmed} ${text.trimStart()}`;
    return rest === "" ? text : `${rest}\n\n${text}`;
  };
}

/** A name on one line, with nothing in it that markdown takes for more than itself. */
function asMarkdown(name: string): string {
  return name
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
