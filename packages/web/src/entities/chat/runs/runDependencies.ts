import type { AssistantState, Conversation, Message } from "@lectern/contract";
import type { TurnStore } from "../../conversations/turnStore.ts";
import type { CodeInterpreterUse } from "../sending/chatRequest.ts";
import type { PrefixText } from "../sending/composeMessage.ts";
import type { StreamGate } from "./streamGate.ts";

export interface ErrorDetails {
  /** Shown below the text. */
  details?: string | null | undefined;
  /** The status of the response, shown small below the details. */
  responseStatus?: string | null | undefined;
}

/** What the runs of a chat depend on: the network, the stores and the notices. `createChat` provides them. */
export interface RunDependencies {
  /** The URL that chats are posted to; empty if the administrator has set none. */
  endpoint: string;
  turns: TurnStore;
  /**
   * Returns a valid token for the endpoint. Requests a new one if `rejectedToken` is the current one. Throws CallError
   * if no token is available.
   */
  getAccessToken(rejectedToken?: string): Promise<string>;
  /** Called when the server responds that nobody is signed in. */
  onUnauthenticated(): void;
  /**
   * Shows an error of the conversation in place of the previous one: exactly this text, with the details below it.
   */
  showError(conversationId: string, text: string, details?: ErrorDetails): void;
  /** Shows that the server rejected a message, where the conversation, which says why, is not seen. */
  showRejection(conversationId: string, text: string): void;
  /** Closes the error of the conversation that `showError` or `showRejection` shows. */
  closeErrors(conversationId: string): void;
  /** Shows an error that stays when later errors are shown, because something is lost unless the person acts. */
  showLastingError(text: string, details?: string): void;
  applyPrefixPrompts: PrefixText;
  /** True if output transformers apply to answers in conversations with these tags. */
  hasOutputTransformers(tags: readonly string[]): Promise<boolean>;
  /**
   * Applies the output transformers for these tags to an answer; null: none applies. The notice of the answer names the
   * transformers that failed.
   */
  applyOutputTransformers(answer: Message, tags: readonly string[]): Promise<Message | null>;
  /** Returns the tags that the assistant of a conversation gives it and that it does not have yet. */
  getNewTags(conversation: Conversation): readonly string[];
  /** Returns what names the assistant that answers next; null if there is none, or it is unknown. */
  getAssistantState(conversation: Conversation): AssistantState | null;
  /** True if the person lets answers make artifacts. */
  canMakeArtifacts(): boolean;
  /** True if the person lets answers use their memories. */
  usesMemory(): boolean;
  /** True if the person lets answers do without earlier messages that do not matter. */
  focusesMessages(): boolean;
  /** True if the person lets summaries be sent in place of earlier messages. */
  usesSummaries(): boolean;
  /** True if the person has turned off the search in documents. */
  skipsSearch(): boolean;
  /** Whether answers may run Python. `absent`: the person does not have the feature. */
  getCodeInterpreterUse(): CodeInterpreterUse;
  /** Gives the conversation the id that its requests name, if it has none. Rejects if the server does not create one. */
  prepareCodeInterpreter(conversation: Conversation): Promise<void>;
  addTags(conversationId: string, tags: readonly string[]): Promise<void>;
  /** Called when the server does not let the person use the assistant of a conversation. */
  onAssistantRefused(): void;
  streamGate: StreamGate;
  /** The locks of the browser; undefined if it has none. */
  locks: LockManager | undefined;
}
