import type { convertConversations, OpInput } from "@lectern/contract";
import type { DocumentPiece } from "../../platform/pandoc/documentConverter.ts";

type Request = Pick<
  OpInput<typeof convertConversations>,
  "headers" | "includeConversationName" | "include" | "content"
>;

/** [C3.30] What is asked for, in the order of reading. A conversation without a message that is to go into the document is left out. */
export function documentPieces({ headers, includeConversationName, include, content }: Request): DocumentPiece[] {
  return content.history.flatMap(({ name, messages }) => {
    const pieces = messages.flatMap(({ role, content, label }): DocumentPiece[] => {
      if (role !== "user" && role !== "assistant") return [];
      if (include !== "all" && include !== role) return [];
      const text = role === "user" ? (label ?? content) : content;
      if (text.trim() === "") return [];
      return [{ kind: role, markdown: joinHeader(headers.message, joinHeader(headers[role], text)) }];
    });
    if (pieces.length === 0 || !includeConversationName) return pieces;
    return [{ kind: "name", markdown: joinHeader(headers.conversation, asMarkdown(name)) }, ...pieces];
  });
}

/** A header that ends with a space, or is a bare mark such as `#`, stands on the line of what follows; any other is a paragraph of its own. */
export function joinHeader(header: string, text: string): string {
  const bare = /(?:^|\n)#{1,6}[ \t]*$/.test(header);
  if (header.trim() === "") return text;
  if (!bare && !/[ \t]$/.test(header)) return `${header.trimEnd()}\n\n${text}`;
  const beginsBlock = /^\s*(?:#|>|```|~~~|\||[-*+] |\d+[.)] |\$\$|\\\[)/.test(text);
  if (!beginsBlock) return `${header.trimEnd()} ${text.trimStart()}`;
  // A heading cannot hold a list or a table, and is no heading without words.
  const rest = bare ? header.replace(/#{1,6}[ \t]*$/, "") : header.trimEnd();
  return rest.trim() === "" ? text : `${rest.trimEnd()}\n\n${text}`;
}

/** A name on one line, with nothing in it that markdown takes for more than itself. */
function asMarkdown(name: string): string {
  return name
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
