import type { Message } from "@lectern/contract";
import { mayBeStructured } from "./structuredMark.ts";

/** The part of a message that is shown, and that a person edits: what they typed, where something was put around it before it was sent. */
export function editableText({ content, label }: Pick<Message, "content" | "label">): string {
  return isAround(content, label) || mayBeStructured(label) ? (label ?? content) : content;
}

/** Whether its editable text is what the person typed, so that another one is put together in the same way before it is sent. */
export function isAsTyped({ content, label, type, data }: Omit<Message, "id">): boolean {
  // A prefix is not put before itself.
  if (type === "prefix_prompt") return false;
  // What stands around what was given to a template is the template's, and nothing puts it there again.
  const isFilled = data.templateData !== undefined && isAround(content, label);
  return mayBeStructured(label) || label === undefined || (isAround(content, label) && !isFilled);
}

/** What a message says once its editable text is another one. Without a label all of it is shown. */
export function withEditedText(
  { content, label }: Pick<Message, "content" | "label">,
  text: string,
): Pick<Message, "content" | "label"> {
  if (!isAround(content, label)) return { content: text };
  const at = content.lastIndexOf(label);
  return { content: content.slice(0, at) + text + content.slice(at + label.length), label: text };
}

/** Another version of the user's message, with the same documents, in the same place. */
export function newVersionOf(message: Message, text: string): Message {
  const { dataSources = [], templateData } = message.data;
  return {
    id: crypto.randomUUID(),
    parentId: message.parentId,
    role: "user",
    ...withEditedText(message, text),
    ...(message.type ? { type: message.type } : {}),
    data: {
      ...(dataSources.length > 0 ? { dataSources: [...dataSources] } : {}),
      ...(templateData ? { templateData } : {}),
    },
    createdAt: new Date().toISOString(),
  };
}

function isAround(content: string, label: string | undefined): label is string {
  return label !== undefined && label.trim() !== "" && label !== content && content.includes(label);
}
