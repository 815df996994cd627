import type { Message } from "@lectern/contract";
import { pickDraftData } from "../sending/messageDraft.ts";
import { mayBeStructured } from "./mayBeStructured.ts";

type LabelledText = Pick<Message, "content" | "label"> & Partial<Pick<Message, "data">>;

/** Returns the part of a message that is shown and can be edited: what the person typed, without added prefixes. */
export function getEditableText({ content, label, data }: LabelledText): string {
  if (isResult(data)) return content;
  return containsLabel(content, label) || mayBeStructured(label) ? (label ?? content) : content;
}

/**
 * True if the editable text is what the person typed. The text that replaces it is then composed like a new message.
 */
export function isAsTyped({ content, label, type, data }: Omit<Message, "id">): boolean {
  // The text is the prefix prompt itself: composing would put the prefix prompt in front of it again.
  if (type === "prefix_prompt" || isResult(data)) return false;
  // The text around the values of a template is part of the template; composing does not add it again.
  const isFilled = data.templateData !== undefined && containsLabel(content, label);
  return mayBeStructured(label) || label === undefined || (containsLabel(content, label) && !isFilled);
}

/**
 * Returns the content of the message with its editable text replaced. If the content does not contain the label,
 * replaces all of the content and drops the label.
 */
export function replaceEditableText(
  { content, label, data }: LabelledText,
  text: string,
): Pick<Message, "content" | "label"> {
  if (isResult(data) || !containsLabel(content, label)) return { content: text };
  const labelStart = content.lastIndexOf(label);
  return { content: content.slice(0, labelStart) + text + content.slice(labelStart + label.length), label: text };
}

/** Creates a new version of the user's message, with the same parent and documents. */
export function createVersion(message: Message, text: string): Message {
  return {
    id: crypto.randomUUID(),
    parentId: message.parentId,
    role: "user",
    ...replaceEditableText(message, text),
    ...(message.type ? { type: message.type } : {}),
    data: pickDraftData(message.data),
    createdAt: new Date().toISOString(),
  };
}

/** The label of a result names it, and nobody has typed it. */
const isResult = (data: Message["data"] | undefined): boolean => data?.actionResult !== undefined;

function containsLabel(content: string, label: string | undefined): label is string {
  return label !== undefined && label.trim() !== "" && label !== content && content.includes(label);
}
