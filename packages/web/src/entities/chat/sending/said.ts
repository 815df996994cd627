import type { JsonObject, Message, MessageType } from "@lectern/contract";

/** What a person says, before it becomes a message. */
export interface Said {
  text: string;
  /** What is shown in the place of the text; absent: the text. */
  label?: string | undefined;
  dataSources?: readonly unknown[];
  type?: MessageType | undefined;
  /** The prompt template that it was made from. */
  templateData?: JsonObject | undefined;
  /** What is sent is this and nothing around it. */
  isWhole?: boolean;
}

/** What of a message comes from what was said. */
export type SaidMessage = Pick<Message, "content" | "label" | "type" | "data">;

/** The message that says it, as long as nothing is put around it. */
export function messageOf({ text, label, dataSources = [], type, templateData }: Said): SaidMessage {
  return {
    content: text,
    ...(label !== undefined && label !== text ? { label } : {}),
    ...(type ? { type } : {}),
    data: {
      ...(dataSources.length > 0 ? { dataSources: [...dataSources] } : {}),
      ...(templateData ? { templateData } : {}),
    },
  };
}
