import type { JsonObject, MessageType } from "@lectern/contract";

/** The text of a prompt template with its variables filled in: the content of a message. */
export interface RenderedPrompt {
  text: string;
  /** The text with names in place of inserted documents, conversations and templates. */
  label?: string | undefined;
  type?: MessageType | undefined;
  /** The template that the text was made from. */
  templateData?: JsonObject | undefined;
}
