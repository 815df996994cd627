import type { DataSourceOptions, MessageOptions } from "@lectern/contract";

/** The stored version of an assistant that a run applies. */
export interface AppliedAssistant {
  id: string;
  versionId: string;
  name: string;
  /** The principal that owns the assistant and the files of its documents. */
  ownerId: string;
  /** The group that owns it; null if a person does. */
  groupId: string | null;
  /** With those of the group type that the person has chosen. */
  instructions: string;
  disclaimer: string;
  /** The files of its documents, with those of the group type, without duplicates. */
  fileKeys: readonly string[];
  dataSourceOptions: DataSourceOptions;
  messageOptions: MessageOptions;
  /** The model that answers whatever the person has chosen. */
  modelId: string | null;
  /**
   * True if the person may only use the assistant: nothing may show them its instructions, passages that the answer does
   * not cite, or whole documents.
   */
  isConfidential: boolean;
}
