import type { Message } from "@lectern/contract";
import { mayBeStructured } from "./mayBeStructured.ts";

/** The part of a message that is shown and can be edited: what the person typed, without added prefixes. */
export function editableText({ content, label }: Pick<Message, "content" | "label">): string {
  return containsLabel(content, label) || mayBeStructured(label) ? (label ?? content) : content;
}

/**
 * True if the editable text is what the person typed: an edited text is then composed in the same way before it is
 * sent.
 */
export function isAsTyped({ content, label, type, data }: Omit<Message, "id">): boolean {
  // A prefix prompt is not put in front of itself.
  if (type === "prefix_prompt") return false;
  // The text around the values of a template is part of the template; composing does not add it again.
  const isFilled = data.templateData !== undefined && containsLabel(content, label);
  return mayBeStructured(label) || label === undefined || (containsLabel(content, label) && !isFilled);
}

/** The content of a message after its editable text was replaced. A message without a label is editable as a whole. */
export function replaceEditableText(
  { content, label }: Pick<Message, "content" | "label">,
  text: string,
): Pick<Message, "content" | "label"> {
  if (!containsLabel(content, label)) return { content: text };
  const at = content.lastIndexOf(label);
  return { content: content.slice(0, at) + text + content.slice(at + label.length), label: text };
}

/** A new version of the user's message with the same parent and documents. */
export function createVersion(message: Message, text: string): Message {
  const { dataSources = [], templateData } = message.data;
  return {
    id: crypto.randomUUID(),
    parentId: message.parentId,
    role: "user",
    ...replaceEditableText(message, text),
    ...(message.type ? { type: message.type } : {}),
    data: {
      ...(dataSources.length > 0 ? { dataSources: [...dataSources] } : {}),
      ...(templateData ? { templateData } : {}),
    },
    createdAt: new Date().toISOString(),
  };
}

function containsLabel(content: string, label: string | undefined): label is string {
  return label !== undefined && label.trim() !== "" && label !== content && content.includes(label);
}
