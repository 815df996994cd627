import type { convertConversations, OpInput } from "@lectern/contract";
import type { DocumentSection } from "../../platform/pandoc/documentConverter.ts";

export type DocumentRequest = Pick<
  OpInput<typeof convertConversations>,
  "headers" | "includeConversationName" | "include" | "content"
>;

/**
 * Yields the requested content in reading order. It is a generator, so that the caller can stop early. Skips
 * conversations without a message to include.
 */
export function* generateDocumentSections(request: DocumentRequest): Generator<DocumentSection, void, undefined> {
  const { headers, includeConversationName, include, content } = request;
  const prefixers = {
    conversation: createHeaderPrefixer(headers.conversation),
    message: createHeaderPrefixer(headers.message),
    user: createHeaderPrefixer(headers.user),
    assistant: createHeaderPrefixer(headers.assistant),
  };
  for (const { name, messages } of content.history) {
    let isNameEmitted = !includeConversationName;
    for (const { role, content, label } of messages) {
      if (role !== "user" && role !== "assistant") continue;
      if (include !== "all" && include !== role) continue;
      const text = role === "user" ? (label ?? content) : content;
      if (text.trim() === "") continue;
      if (!isNameEmitted) yield { kind: "name", markdown: prefixers.conversation(escapeMarkdown(name)) };
      isNameEmitted = true;
      yield { kind: role, markdown: prefixers.message(prefixers[role](text)) };
    }
  }
}

/**
 * Returns a function that puts the header before a text. A header that ends with a space, or with a line that is only a
 * heading mark such as `#`, is put on the same line as the text unless the text starts with a block such as a list or a
 * table. Otherwise the header becomes a separate paragraph.
 */
function createHeaderPrefixer(header: string): (text: string) => string {
  if (header.trim() === "") return (text) => text;
  const trimmedHeader = header.trimEnd();
  const isBareHeading = /(?:^|\n)#{1,6}[ \t]*$/.test(header);
  if (!isBareHeading && !/[ \t]$/.test(header)) return (text) => `${trimmedHeader}\n\n${text}`;
  // A heading cannot contain a block. If the text starts with one, drop the heading mark.
  const headerBeforeBlock = isBareHeading ? header.replace(/#{1,6}[ \t]*$/, "").trimEnd() : trimmedHeader;
  return (text) => {
    const startsBlock = /^\s*(?:#|>|```|~~~|\||[-*+] |\d+[.)] |\$\$|\\\[)/.test(text);
    if (!startsBlock) return `${trimmedHeader} ${text.trimStart()}`;
    return headerBeforeBlock === "" ? text : `${headerBeforeBlock}\n\n${text}`;
  };
}

/** Puts a name on one line and escapes all ASCII punctuation, so that nothing in the name acts as Markdown. */
function escapeMarkdown(name: string): string {
  return name
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
