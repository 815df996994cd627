import type { convertConversations, OpInput } from "@lectern/contract";
import type { DocumentSection } from "../../platform/pandoc/documentConverter.ts";

export type DocumentRequest = Pick<
  OpInput<typeof convertConversations>,
  "headers" | "includeConversationName" | "include" | "content"
>;

/**
 * Yields the requested content in reading order. Lazy, so that the caller can stop before the whole document is built.
 * Skips conversations without a message to include.
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
    let isNamed = !includeConversationName;
    for (const { role, content, label } of messages) {
      if (role !== "user" && role !== "assistant") continue;
      if (include !== "all" && include !== role) continue;
      const text = role === "user" ? (label ?? content) : content;
      if (text.trim() === "") continue;
      if (!isNamed) yield { kind: "name", markdown: prefixers.conversation(escapeMarkdown(name)) };
      isNamed = true;
      yield { kind: role, markdown: prefixers.message(prefixers[role](text)) };
    }
  }
}

/**
 * Returns a function that puts the header before a text. A header that ends with a space, or is only a heading mark
 * such as `#`, goes on the same line as the text; any other becomes a paragraph of its own.
 */
function createHeaderPrefixer(header: string): (text: string) => string {
  if (header.trim() === "") return (text) => text;
  const trimmed = header.trimEnd();
  const isBareHeading = /(?:^|\n)#{1,6}[ \t]*$/.test(header);
  if (!isBareHeading && !/[ \t]$/.test(header)) return (text) => `${trimmed}\n\n${text}`;
  // A heading cannot contain a list or a table. Before those, drop the bare mark: an empty heading would be useless.
  const rest = isBareHeading ? header.replace(/#{1,6}[ \t]*$/, "").trimEnd() : trimmed;
  return (text) => {
    const beginsBlock = /^\s*(?:#|>|```|~~~|\||[-*+] |\d+[.)] |\$\$|\\\[)/.test(text);
    if (!beginsBlock) return `${trimmed} ${text.trimStart()}`;
    return rest === "" ? text : `${rest}\n\n${text}`;
  };
}

/** Puts a name on one line and escapes everything that has a meaning in markdown. */
function escapeMarkdown(name: string): string {
  return name
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
