import type { JsonObject, Message, MessageData, MessageType } from "@lectern/contract";

/** What a person submits, before it becomes a message. */
export interface MessageDraft {
  text: string;
  /** Shown in place of the text; absent: the text is shown. */
  label?: string | undefined;
  dataSources?: readonly unknown[];
  type?: MessageType | undefined;
  /** The prompt template that the text was made from. */
  templateData?: JsonObject | undefined;
  /** True if the text is the result of an operation that the person has run, not their words. */
  actionResult?: boolean | undefined;
  /** True if the text is sent without the prefix prompts of the conversation's tags. */
  skipsPrefixPrompts?: boolean | undefined;
  /** True if the person has been asked about the estimated cost, and wants to send the message. */
  acceptsCost?: boolean | undefined;
}

/** A draft and the conversation it is sent to. */
export interface OutgoingDraft extends MessageDraft {
  conversationId: string;
  /** The key of the draft whose attached documents go with the message; absent: those in `dataSources` do. */
  documentsKey?: string;
}

/** The fields of a message that come from its draft. */
export type MessageContent = Pick<Message, "content" | "label" | "type" | "data">;

/** Converts a draft to the content of a message, without the text that prefix prompts add. */
export function toMessageContent({ text, label, type, ...draft }: MessageDraft): MessageContent {
  // The server rejects a conversation with NUL characters, which text pasted from other programs may have.
  const content = text.replaceAll("\0", "");
  const cleanLabel = label?.replaceAll("\0", "");
  return {
    content,
    ...(cleanLabel !== undefined && cleanLabel !== content ? { label: cleanLabel } : {}),
    ...(type ? { type } : {}),
    data: pickDraftData(draft),
  };
}

/** Returns what the data of a user's message has from its draft. */
export function pickDraftData({
  dataSources = [],
  templateData,
  actionResult,
}: { readonly [Name in "dataSources" | "templateData"]?: MessageDraft[Name] | undefined } & {
  actionResult?: unknown;
}): MessageData {
  return {
    ...(dataSources.length > 0 ? { dataSources: [...dataSources] } : {}),
    ...(templateData ? { templateData } : {}),
    ...(actionResult ? { actionResult } : {}),
  };
}
