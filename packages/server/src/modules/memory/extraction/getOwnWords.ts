import type { Message } from "@lectern/contract";

/**
 * A longer message is not searched: much of it is probably pasted, and what the person has written cannot be told from
 * that.
 */
const maxLength = 4_000;

type Question = Pick<Message, "role" | "content" | "label" | "type" | "data">;

/**
 * Returns what a person has typed in a message; null if there is nothing, or if others may have written it: results of
 * tools, texts of templates, messages of programs, and long texts. Code blocks and quotations are left out, because they
 * are copies. Documents are not part of a message's text.
 */
export function getOwnWords({ role, content, label, type, data }: Question): string | null {
  if (role !== "user" || (type !== undefined && type !== "chat")) return null;
  if (data.templateData !== undefined || data.actionResult !== undefined) return null;
  // The label is what the person typed, before a prefix was added.
  const words = dropCopies(label ?? content);
  return words === "" || words.length > maxLength ? null : words;
}

/** Returns a text without code blocks and quotations. */
export function dropCopies(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const mark: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
    } else if (mark !== undefined) fence = mark;
    else if (!/^ {0,3}>/.test(line)) lines.push(line);
  }
  return lines.join("\n").trim();
}
