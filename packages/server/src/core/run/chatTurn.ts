import type {
  AssistantDraft,
  DataSourceOptions,
  MessageInput,
  NewConversationSettings,
  PartialAnswer,
} from "@lectern/contract";
import type { ModelCall } from "../../platform/modelProviders/modelProvider.ts";

/** Switches that determine how data sources are used. */
export interface DataSourceSwitches {
  skipRag: boolean;
  ragOnly: boolean;
  /** Options that are not set have the values of `defaultDataSourceOptions`. */
  options?: { readonly [Name in keyof DataSourceOptions]?: boolean | undefined } | undefined;
}

/** A chat request in normalized form. Clients may send several of its fields under different names or in `options`. */
export interface ChatTurn {
  modelId: string;
  requestId: string;
  /** The system prompt that the client sent; null if it sent none or a blank one. */
  systemPrompt: string | null;
  /**
   * The messages without system messages, oldest first. Each message's parent is the message before it. The last
   * message is the question; its data sources include those from the top level of the request.
   */
  messages: [MessageInput, ...MessageInput[]];
  temperature: number | null;
  /** The requested limit of the answer in tokens; null if the client sent none. */
  maxTokens: number | null;
  /** The tools that the model may call, the tool choice and the response format. */
  toolsAndFormat: Pick<ModelCall, "tools" | "toolChoice" | "responseFormat">;
  /** Switches that determine how the data sources of the messages are used. */
  dataSourceSwitches: DataSourceSwitches;
  assistantId: string | null;
  /** The unsaved assistant that answers; null for all others. Only in local conversations, so that it is not stored. */
  assistantDraft: AssistantDraft | null;
  /** The type of the assistant's group that the person has chosen. */
  groupType: string | null;
  /** The program that asks; null if it does not say. Absent in turns that an earlier version has stored. */
  source?: string | null;
  /** The conversation's id from the client. Of a local conversation's id, only a hash is ever stored. */
  conversationId: string | null;
  /** The settings of the conversation if the turn creates it in the cloud. */
  newConversation: NewConversationSettings | undefined;
  /** Where to store the turn; null for a local conversation. */
  cloudIds: { conversationId: string; parentId: string | null | undefined; replyId: string } | null;
  /** The answer to continue; null if the turn starts a new one. */
  partialAnswer: PartialAnswer | null;
  /** True if a browser has to process the answer after its end; stored with it. */
  needsProcessing: boolean;
}
