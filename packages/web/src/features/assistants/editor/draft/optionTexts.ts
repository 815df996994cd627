import type { DataSourceOptions, MessageOptions } from "@lectern/contract";
import { t } from "@lingui/core/macro";

interface OptionText<Name> {
  name: Name;
  label: string;
  description?: string;
}

/** Returns the options for documents in the order of the editor. */
export const getDataSourceOptionTexts = (): readonly OptionText<keyof DataSourceOptions>[] => [
  {
    name: "insertAttachedDocuments",
    label: t`Give the model the assistant’s full documents`,
    description: t`Only if they fit in the context window. Best for a few short documents.`,
  },
  {
    name: "ragAttachedDocuments",
    label: t`Search the assistant’s documents for each question`,
    description: t`The model gets the passages that match. Best for many or long documents.`,
  },
  {
    name: "insertAttachedDocumentsMetadata",
    label: t`Tell the model the names and types of the assistant’s documents`,
  },
  { name: "insertConversationDocuments", label: t`Give the model the chat’s full documents` },
  { name: "ragConversationDocuments", label: t`Search the chat’s documents for each question` },
  { name: "insertConversationDocumentsMetadata", label: t`Tell the model the names and types of the chat’s documents` },
  {
    name: "includeDownloadLinks",
    label: t`Allow download links`,
    description: t`People who chat with the assistant can then download these documents in full.`,
  },
  { name: "disableDataSources", label: t`Don’t use documents` },
];

/** Returns what the model is told about messages, in the order of the editor. */
export const getMessageOptionTexts = (): readonly OptionText<keyof MessageOptions>[] => [
  {
    name: "includeMessageIds",
    label: t`Include message IDs`,
    description: t`The model can then refer to a single message.`,
  },
  { name: "includeUserLineNumbers", label: t`Number the lines of questions` },
  { name: "includeAssistantLineNumbers", label: t`Number the lines of answers` },
];
