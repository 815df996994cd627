import type {
  ArtifactContent,
  AssistantDraft,
  DataSourceOptions,
  MessageInput,
  NewConversationSettings,
  PartialAnswer,
} from "@lectern/contract";
import type { ModelCall, ModelImage, ModelToolCall } from "../../platform/modelProviders/modelProvider.ts";

/** Switches that determine how data sources are used. */
export interface DataSourceSwitches {
  skipRag: boolean;
  ragOnly: boolean;
  /** Options that are not set have the values of `defaultDataSourceOptions`. */
  options?: { readonly [Name in keyof DataSourceOptions]?: boolean | undefined } | undefined;
}

/** What messages of a verbatim turn may have besides their text. */
export interface VerbatimParts {
  images?: readonly ModelImage[];
  /** The functions that an answer has called; the client has run them. */
  toolCalls?: readonly ModelToolCall[];
  /** The model's thoughts before these calls, which some servers need back. */
  reasoning?: string;
  /** The message stands in the place of a person's message, and is the result of this call. */
  resultOf?: Pick<ModelToolCall, "id" | "name">;
}

type TurnMessage = MessageInput & VerbatimParts;

/** A chat request in normalized form. Clients may send several of its fields under different names or in `options`. */
export interface ChatTurn {
  modelId: string;
  requestId: string;
  /** The system prompt that the client sent; null if it sent none or a blank one. */
  systemPrompt: string | null;
  /**
   * The messages without system messages, oldest first. Each message's parent is the message before it. The last
   * message is the question; its data sources include those from the top level of the request. A verbatim turn can also
   * have system messages after the first message, and end with an answer or the result of a function.
   */
  messages: [TurnMessage, ...TurnMessage[]];
  /**
   * True: the client is a program that decides what the model reads. The model gets all messages or none, no prompt of
   * the product, and without a limit of the client its whole output limit; nobody can approve the calls of tools.
   */
  isVerbatim?: boolean;
  temperature: number | null;
  sampling?: Pick<ModelCall, "topP" | "stop">;
  /** The requested limit of the answer in tokens; null if the client sent none. */
  maxTokens: number | null;
  /** The tools that the model may call, the tool choice and the response format. */
  toolsAndFormat: Pick<ModelCall, "tools" | "toolChoice" | "parallelToolCalls" | "responseFormat">;
  /** Switches that determine how the data sources of the messages are used. */
  dataSourceSwitches: DataSourceSwitches;
  assistantId: string | null;
  /** The unsaved assistant that answers; null for all others. Only in local conversations, so that it is not stored. */
  assistantDraft: AssistantDraft | null;
  /** The type of the assistant's group that the person has chosen. */
  groupType: string | null;
  /** The account that pays; null: the default. Absent in turns that an earlier version has stored. */
  accountId?: string | null;
  /** The program that asks; null if it does not say. Absent in turns that an earlier version has stored. */
  source?: string | null;
  /** The conversation's id from the client. Of a local conversation's id, only a hash is ever stored. */
  conversationId: string | null;
  /** The settings of the conversation if the turn creates it in the cloud. */
  newConversation: NewConversationSettings | undefined;
  /** Where to store the turn; null for a local conversation. */
  cloudIds: { conversationId: string; parentId: string | null | undefined; replyId: string } | null;
  /**
   * What the client sent of the artifacts of a local conversation: the latest version of each on the branch. Null or absent:
   * the client shows no artifacts.
   */
  artifacts?: readonly ArtifactContent[] | null;
  /**
   * Present: the client can run Python for the model, and what the code makes belongs to this id. `isOnly`: the model gets
   * no other tools.
   */
  codeInterpreter?: { assistantId: string; isOnly: boolean };
  /** True: the answer may use the person's memories. Absent in turns that an earlier version has stored. */
  usesMemory?: boolean;
  /** True: earlier messages that do not matter may be left out. Absent in turns that an earlier version has stored. */
  focusesMessages?: boolean;
  /** The project whose memories it may use; null or absent: none. */
  projectId?: string | null;
  /** True: a summary may be sent in place of earlier messages. Absent in turns that an earlier version has stored. */
  usesSummaries?: boolean;
  /** The time zone of the client; null or absent: unknown. */
  timeZone?: string | null;
  /** True for a call that writes an artifact. It uses no tools. */
  isArtifactCall?: boolean;
  /** The answer to continue; null if the turn starts a new one. */
  partialAnswer: PartialAnswer | null;
  /** True if a browser has to process the answer after its end; stored with it. */
  needsProcessing: boolean;
}
