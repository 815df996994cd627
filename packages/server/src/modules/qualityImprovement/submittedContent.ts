import type { QualityData, SubmittedConversation } from "@lectern/contract";

/** What is stored with the texts of a submission. */
export interface SubmittedContent {
  conversation: SubmittedConversation | null;
  dataSources: NonNullable<QualityData["dataSources"]> | null;
}

/** Returns what is stored of a submission: without data sources, sources and template data unless they are included. */
export function toSubmittedContent(
  conversation: SubmittedConversation | null,
  dataSources: QualityData["dataSources"],
): SubmittedContent {
  if (dataSources) return { conversation, dataSources };
  const messages = conversation?.messages.map(({ role, content }) => ({ role, content })) ?? [];
  return { conversation: conversation && { ...conversation, messages }, dataSources: null };
}

const cutMark = " […]";

/** Returns a conversation as one text of limited length, for a cell of a table. */
export function toTranscript(conversation: SubmittedConversation | null, maxLength: number): string {
  const names = { user: "User", assistant: "Assistant" } as const;
  const parts = conversation?.messages.map(({ role, content }) => `${names[role]}: ${content}`) ?? [];
  const transcript = parts.join("\n\n");
  if (transcript.length <= maxLength) return transcript;
  return transcript.slice(0, maxLength - cutMark.length).toWellFormed() + cutMark;
}
