import {
  type Conversation,
  countSubmittedCharacters,
  getBranch,
  limits,
  type Message,
  type OpInput,
  parseCitations,
  parseDataSources,
  type QualityData,
  type SubmittedConversation,
  type SubmittedMessage,
  SubmittedTemplate,
  type submitQualityImprovement,
} from "@lectern/contract";
import { getEditableText } from "../../entities/chat/answer/messageText.ts";

/** What the person writes and chooses in the form. */
export interface SubmissionChoices {
  summary: string;
  purpose: string;
  additionalComments: string;
  includesUser: boolean;
  includesConversation: boolean;
  includesDataSources: boolean;
}

const promptPreviewLength = 75;

/** Returns the questions and answers on the shown branch, as the person sees them, with what they draw on. */
export function listSubmittableMessages({ messages, headId }: Conversation): SubmittedMessage[] {
  return getBranch(messages, headId).flatMap((message) => {
    const { role, data } = message;
    if (role !== "user" && role !== "assistant") return [];
    const content = role === "user" ? getEditableText(message) : message.content;
    // An answer without text is being written, or has failed.
    if (content.trim() === "") return [];
    return [{ role, content, ...toSources(data) }];
  });
}

function toSources(data: Message["data"]): Omit<SubmittedMessage, "role" | "content"> {
  const dataSources = parseDataSources(data).flatMap(({ name, type }) =>
    name ? [{ name, ...(type ? { type } : {}) }] : [],
  );
  // With a signature, the person may see the passage, but not pass it on.
  const sources = parseCitations(data.state).flatMap((group) =>
    group.sources.map(({ name, content, citation }) => ({ name, content: citation === undefined ? content : "" })),
  );
  const template = SubmittedTemplate.safeParse(data.templateData);
  return {
    ...(dataSources.length > 0 && { dataSources: dataSources.slice(0, limits.dataSourcesPerMessage) }),
    ...(sources.length > 0 && { sources: sources.slice(0, limits.qualitySources) }),
    ...(template.success && { templateData: template.data }),
  };
}

/** Lists the beginnings of the prompts, each with the index of its message. */
export function listPrompts(messages: readonly SubmittedMessage[]): { index: number; preview: string }[] {
  return messages.flatMap(({ role, content }, index) =>
    role === "user" ? [{ index, preview: [...content].slice(0, promptPreviewLength).join("") }] : [],
  );
}

/** Returns the messages from a prompt on: with an answer to each prompt, its number from 0 times two. */
export function sliceFromPrompt(messages: readonly SubmittedMessage[], promptIndex: number): SubmittedMessage[] {
  const start = listPrompts(messages)[promptIndex]?.index ?? 0;
  // What precedes the first prompt belongs to it.
  return messages.slice(promptIndex === 0 ? 0 : start);
}

/** Lists the different data sources of messages. */
export function listDataSources(messages: readonly SubmittedMessage[]): NonNullable<QualityData["dataSources"]> {
  const sources = messages.flatMap(({ dataSources = [] }) => dataSources);
  const distinct = new Map(sources.map((source) => [`${source.name}\n${source.type}`, source]));
  return [...distinct.values()].slice(0, limits.qualityDataSources);
}

/** True if including data sources makes a difference. */
export const haveSources = (messages: readonly SubmittedMessage[]): boolean =>
  messages.some(({ dataSources, sources, templateData }) => dataSources || sources || templateData);

/** Returns the conversation as it is sent and shown: without what the person has not included. */
export function toSubmittedConversation(
  name: string,
  messages: readonly SubmittedMessage[],
  includesDataSources: boolean,
): SubmittedConversation {
  const kept = includesDataSources ? [...messages] : messages.map(({ role, content }) => ({ role, content }));
  return { name, folderId: null, messages: kept };
}

export const isTooLong = (conversation: SubmittedConversation): boolean =>
  conversation.messages.length > limits.messagesPerCall ||
  countSubmittedCharacters(conversation) > limits.qualityConversationCharacters;

export type Submission = OpInput<typeof submitQualityImprovement>;

/** Returns what is sent. */
export function buildSubmission(
  name: string,
  messages: readonly SubmittedMessage[],
  choices: SubmissionChoices,
): Submission {
  const { summary, purpose, additionalComments, includesUser, includesConversation } = choices;
  const includesDataSources = choices.includesDataSources && includesConversation;
  const dataSources = listDataSources(messages);
  return {
    qiData: {
      type: "Conversation",
      ...{ summary, purpose, additionalComments },
      numberOfDataSources: dataSources.length,
      includeUser: includesUser,
      ...(includesDataSources && { dataSources }),
    },
    conversation: includesConversation ? toSubmittedConversation(name, messages, includesDataSources) : null,
  };
}
