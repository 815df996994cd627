import type { AssistantSummary, Conversation, JsonObject, Message, Model, PromptTemplate } from "@lectern/contract";
import { type ComponentType, createContext, type ReactNode } from "react";
import { createLoadable, type Loadable } from "../../../lib/loadable.ts";
import type { LazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import type { ModelMenuProps } from "../../models/modelMenuProps.ts";
import type { ModelSelectorProps } from "../../models/modelSelectorProps.ts";
import type { Workspace } from "../../shell/workspace.ts";
import type { SlashListContribution } from "./slashList.ts";

/** The props of a component that wraps the text of an answer. `text`: the answer's text so far. */
export interface AnswerTextWrapperProps {
  state: JsonObject | undefined;
  text: string;
  children: ReactNode;
}

/** The props of a part of the row below an answer. */
export interface AnswerPartProps {
  state: JsonObject;
  /** The answer's text so far. */
  text: string;
  isStreaming: boolean;
}

/** A part of the row below an answer. */
export interface AnswerPartContribution {
  id: string;
  /** True if an answer with this state has this part. */
  appliesTo: (state: JsonObject) => boolean;
  /** The part may need lines of its own below the row. */
  Component: ComponentType<AnswerPartProps>;
}

/** What another feature adds to one of the lines above an answer that say how it came about. */
export interface StatusDetailsContribution {
  /** The ids of the statuses whose line can open to the details, the preferred ones first. */
  statusIds: readonly string[];
  /** Returns what the details have as their line if the answer has none of these statuses; null: no details. */
  useSummary: (state: JsonObject | undefined, text: string) => string | null;
  Details: ComponentType<AnswerPartProps>;
}

/** A part of a user's message, above its text. */
export interface UserMessagePartContribution {
  id: string;
  appliesTo: (message: Message) => boolean;
  Component: ComponentType<{ message: Message }>;
}

/** The props of what another feature adds to the actions of an answer. */
export interface AnswerActionProps {
  message: Message;
  conversationId: string;
}

/** What another feature adds to the actions of an answer: in the row below it or, on a narrow screen, in its menu. */
export interface AnswerActionContribution {
  id: string;
  /** `buttonClass`: the class of the row's buttons. */
  Buttons: ComponentType<AnswerActionProps & { buttonClass: string | undefined }>;
  /** `Menu.Item`s. */
  Items: ComponentType<AnswerActionProps>;
}

/** An action in the menu of a message. */
export interface MessageActionContribution {
  id: string;
  label: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  appliesTo: (message: Message) => boolean;
  /** True if the action changes the conversation. It is then blocked while an answer is streaming. */
  changesConversation?: boolean;
  run: (message: Message, workspace: Workspace) => void;
}

/** The props of a composer tool. `model`: null while no model is available. */
export interface ComposerToolProps {
  conversation: Conversation;
  model: Model | null;
  /** The key that the draft is stored under. */
  draftKey: string;
}

/** A tool of the message field, such as the one that attaches documents. */
export interface ComposerToolContribution {
  id: string;
  /** Shown beside the message field. */
  Button: ComponentType<ComposerToolProps>;
  /** Shown above the message field. */
  Shelf?: ComponentType<ComposerToolProps>;
  /** Shown over the conversation. */
  Overlay?: ComponentType;
  /** Returns the handler of pasted data, which returns true if the tool has used the data. */
  usePaste?: (props: ComposerToolProps) => (data: DataTransfer) => boolean;
}

/** The props of what introduces the assistant of a conversation. */
export interface AssistantIntroProps {
  conversationId: string;
  assistant: AssistantSummary;
}

export interface InstructionsSelectorProps {
  /** The system prompt of the conversation; null: the default one. */
  prompt: string | null;
  isDisabled: boolean;
  onChoose: (prompt: string | null) => void;
}

/** The props of the actions on a conversation in the menu of its header. */
export interface ConversationItemsProps {
  conversationId: string;
  /** Why the conversation cannot be changed now; null: it can. */
  blockedReason: string | null;
  /** True if the first item gets the focus when the menu opens. */
  isFirst: boolean;
  /** Items before the one that deletes the conversation. */
  children: ReactNode;
}

export interface StorageToggleProps {
  conversation: Conversation;
  /** Why the storage location cannot be changed now; null: it can. */
  blockedReason: string | null;
}

/**
 * The slots in a conversation that other features fill. `app/contributions/chatSlots.ts` lists what fills them. Each
 * component must be the same at every render.
 */
export interface ChatSlots {
  /** Components that wrap the text of an answer, the first one outermost. */
  answerTextWrappers: readonly ComponentType<AnswerTextWrapperProps>[];
  answerParts: readonly AnswerPartContribution[];
  statusDetails: StatusDetailsContribution;
  /** Shown among the actions of an answer, once it is complete. */
  answerActions: readonly AnswerActionContribution[];
  /** Shown below the last answer, once it is complete. */
  belowLastAnswer: readonly ComponentType<{ conversationId: string }>[];
  /** Loaded when the first menu opens. */
  messageActions: Loadable<readonly MessageActionContribution[]>;
  userMessageParts: readonly UserMessagePartContribution[];
  composerTools: readonly ComposerToolContribution[];
  /** The list that a slash opens above the message field; null: a slash opens nothing. */
  slashList: SlashListContribution<PromptTemplate> | null;
  /** The list that an @ opens above the message field; null: an @ opens nothing. */
  assistantList: SlashListContribution<AssistantSummary> | null;
  /** Shown in a conversation without messages in place of its title, and of the prompts to start with. */
  AssistantIntro: ComponentType<AssistantIntroProps>;
  AssistantStarters: ComponentType<AssistantIntroProps>;
  /** Shown beside the prompts to start with. */
  OfferedAssistants: ComponentType<{ conversationId: string }>;
  /** Shown in their place as long as it is not known where chats should be stored. */
  StorageQuestion: ComponentType<{ conversationId: string }>;
  /** Shown in the header of a conversation. */
  headerParts: readonly ComponentType<{ isStreaming: boolean }>[];
  /** Shown in a conversation without messages. */
  emptyNotices: readonly ComponentType[];
  ModelSelector: ComponentType<ModelSelectorProps>;
  /** The list of models that a button opens, positioned at its parent element. */
  ModelMenu: LazyComponent<ModelMenuProps>;
  /** Shown below the message field of a conversation without messages; null: nothing. */
  PromptStarters: ComponentType<{ conversationId: string }> | null;
  /** `Menu.Item`s. */
  ConversationItems: LazyComponent<ConversationItemsProps>;
  StorageToggle: ComponentType<StorageToggleProps>;
  /** The selector for the person's own instructions; null: instructions cannot be selected. */
  InstructionsSelector: ComponentType<InstructionsSelectorProps> | null;
}

export const ChatSlotsContext = createContext<ChatSlots>({
  answerTextWrappers: [],
  answerParts: [],
  statusDetails: { statusIds: [], useSummary: () => null, Details: () => null },
  answerActions: [],
  belowLastAnswer: [],
  messageActions: createLoadable(async () => []),
  userMessageParts: [],
  composerTools: [],
  slashList: null,
  assistantList: null,
  AssistantIntro: () => null,
  AssistantStarters: () => null,
  OfferedAssistants: () => null,
  StorageQuestion: () => null,
  headerParts: [],
  emptyNotices: [],
  ModelSelector: () => null,
  ModelMenu: Object.assign(() => null, { load: async () => {} }),
  PromptStarters: null,
  ConversationItems: Object.assign(({ children }: ConversationItemsProps) => children, { load: async () => {} }),
  StorageToggle: () => null,
  InstructionsSelector: null,
});
