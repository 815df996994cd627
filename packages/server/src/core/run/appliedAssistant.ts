import type { AssistantOperation, DataSourceOptions, MessageOptions } from "@lectern/contract";

/** Figures are recorded. `isJudged`: a model rates the conversation, and chooses one of the categories, if there are any. */
interface AssistantAnalysis {
  isJudged: boolean;
  categories: readonly string[];
}

/** The version of an assistant that a run applies: a stored one, or a draft that its author tries. */
export interface AppliedAssistant {
  /** Null for a draft of a new assistant. */
  id: string | null;
  /** Null for a draft. */
  versionId: string | null;
  name: string;
  /** The principal that owns the assistant and the files of its documents. */
  ownerId: string;
  /**
   * Who saved this version, or that which a draft changes; null if the person has been erased. The author of a draft of a
   * new assistant is whoever tries it.
   */
  authorId: string | null;
  /** The group that owns it; null if a person does. */
  groupId: string | null;
  /** With those of the group type that the person has chosen. */
  instructions: string;
  disclaimer: string;
  /** The files of its documents, which its owner has, with those of the group type, without duplicates. */
  fileKeys: readonly string[];
  /** Only of a draft: further files, which the author may read and which saving would give to the owner. */
  addedFileKeys: readonly string[];
  dataSourceOptions: DataSourceOptions;
  messageOptions: MessageOptions;
  /** False: the model is not told how to make artifacts. */
  allowsArtifacts: boolean;
  /** What the model may call, with sealed secrets. */
  operations: readonly AssistantOperation[];
  /** The model that answers whatever the person has chosen. */
  modelId: string | null;
  /** What the editors of its group learn about conversations with it; null: nothing. */
  analysis: AssistantAnalysis | null;
  /**
   * True if the person may only use the assistant: nothing may show them its instructions, passages that the answer does
   * not cite, or whole documents.
   */
  isConfidential: boolean;
}
