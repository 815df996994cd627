import type {
  AssistantSummary,
  Conversation,
  ConversationSettings,
  FlagName,
  JsonObject,
  Message,
  Model,
  PromptTemplate,
} from "@lectern/contract";
import { type ComponentType, createContext, type ReactNode } from "react";
import { createLoadable, type Loadable } from "../../../lib/loadable.ts";
import type { LazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import type { ModelMenuProps } from "../../models/modelMenuProps.ts";
import type { ModelSelectorProps } from "../../models/modelSelectorProps.ts";
import type { Workspace } from "../../shell/workspace.ts";
import type { SlashListContribution } from "./slashList.ts";

/** A component at one of the positions. */
export interface SlotContribution<Props> {
  id: string;
  /** True if the component is shown with these props; absent: it always is. */
  appliesTo?: (props: Props) => boolean;
  /** If it is lazy, nothing is shown in its place while it loads. */
  Component: ComponentType<Props>;
}

/** The props of a component that wraps the text of an answer. */
export interface AnswerTextWrapperProps {
  state: JsonObject | undefined;
  /** The answer's text so far. */
  text: string;
  /** The complete answer, always the same object while it does not change; null if it cannot be changed now. */
  answer: AnswerActionProps | null;
  children: ReactNode;
}

/** What a part of the row below an answer can do in the conversation. */
export interface AnswerPartThread {
  conversationId: string;
  /** Why no other answer can be requested now; null: one can. */
  blockedReason: string | null;
  /** Requests another answer, for which no earlier message is left out. */
  answerWithAllMessages(): void;
}

/** The props of a part of the row below an answer. */
export interface AnswerPartProps {
  state: JsonObject;
  /** The answer's text so far. */
  text: string;
  isStreaming: boolean;
  /** Absent or null: the answer can only be read. */
  thread?: AnswerPartThread | null;
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

/** The props of what is shown below the text of an answer. */
export interface BelowAnswerProps {
  message: Message;
  conversationId: string;
  /** True if the answer can only be read. */
  isReadOnly: boolean;
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
  /** The action is shown only to people who have one of these flags. */
  flags?: readonly FlagName[];
  /** Returns true if the action is available; absent: it always is. */
  isShown?: (workspace: Workspace) => boolean;
  /** True if the action is for the person's own chats only, as opposed to those that somebody shares. */
  isForOwnChats?: boolean;
  /** True if the action changes the conversation. It is then blocked while an answer is streaming. */
  changesConversation?: boolean;
  run: (message: Message, workspace: Workspace) => void;
}

/** The props of what a composer tool shows over the conversation. `model`: null while no model is available. */
export interface ComposerOverlayProps {
  conversation: Conversation;
  model: Model | null;
  /** The key that the draft is stored under. */
  draftKey: string;
}

/** The props of a composer tool. */
export interface ComposerToolProps extends ComposerOverlayProps {
  /** The text in the field. */
  text: string;
  setText: (text: string) => void;
}

/** A tool of the message field, such as the one that attaches documents. */
export interface ComposerToolContribution {
  id: string;
  /** Shown before the message field. */
  Button?: ComponentType<ComposerToolProps>;
  /** Shown between the message field and the send button, where it can appear without moving the text. */
  EndButton?: ComponentType<ComposerToolProps>;
  /** Shown above the message field. */
  Shelf?: ComponentType<ComposerToolProps>;
  /** Shown over the conversation. */
  Overlay?: ComponentType<ComposerOverlayProps>;
  /** Returns the handler of pasted data, which returns true if the tool has used the data. */
  usePaste?: (props: ComposerToolProps) => (data: DataTransfer) => boolean;
}

/** The props of the positions in a conversation without messages. */
export interface EmptyChatProps {
  conversationId: string;
  /** The assistant of the conversation; null: none. */
  assistant: AssistantSummary | null;
}

/** The props of what is shown above the message field of a conversation with messages. */
export interface AboveFieldProps {
  conversation: Conversation;
  /** The assistant that answers the next message; null: none. */
  assistant: AssistantSummary | null;
}

export interface EmptyStateContribution extends SlotContribution<EmptyChatProps> {
  /** True if it takes the place of the title, for example because it introduces the assistant. */
  replacesTitle?: boolean;
}

/** The props of what is shown beyond the ways to start. */
export interface BelowStartersProps extends EmptyChatProps {
  /** "open": the new chat asks where chats should be stored. Nothing is shown while it is not known. */
  storageQuestion: "open" | "settled";
}

/** The props of what is shown in the header of a conversation. */
export interface HeaderProps {
  isStreaming: boolean;
}

/** The props of a field above the one for the system prompt. */
export interface PromptSettingProps {
  /** The system prompt of the conversation; null: the default one. */
  prompt: string | null;
  isDisabled: boolean;
  onChoose: (prompt: string | null) => void;
}

/** The props of what is shown at the end of the settings of a conversation. */
export interface BelowSettingsProps {
  settings: Pick<ConversationSettings, "maxTokens" | "accountId" | "skipMemory" | "skipSummaries">;
  /** The model that answers the next message; null: none is available. */
  model: Model | null;
  isDisabled: boolean;
  onChange: (changes: Partial<ConversationSettings>) => void;
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

export interface ConversationControlProps {
  conversation: Conversation;
  /** Why the conversation cannot be changed now; null: it can. */
  blockedReason: string | null;
}

/**
 * The slots in a conversation that other features fill. `app/contributions/chatSlots.ts` lists what fills them. Each
 * component must be the same at every render.
 */
export interface ChatSlots {
  // Positions, which show their list in its order.

  /** Components that wrap the text of an answer, the first one outermost. */
  answerTextWrappers: readonly ComponentType<AnswerTextWrapperProps>[];
  answerParts: readonly AnswerPartContribution[];
  /** Shown between the text of an answer and its actions, also while the answer is being written. */
  belowAnswer: readonly SlotContribution<BelowAnswerProps>[];
  /** Shown after an answer and its actions, between it and the next message. */
  afterAnswer: readonly SlotContribution<BelowAnswerProps>[];
  /** Shown among the actions of an answer, once it is complete. */
  answerActions: readonly AnswerActionContribution[];
  /** Shown below the last answer, once it is complete. */
  belowLastAnswer: readonly SlotContribution<{ conversationId: string }>[];
  /** Loaded when the first menu opens. */
  messageActions: Loadable<readonly MessageActionContribution[]>;
  userMessageParts: readonly UserMessagePartContribution[];
  composerTools: readonly ComposerToolContribution[];
  /** Shown in the header of a conversation. */
  header: readonly SlotContribution<HeaderProps>[];
  /** Shown in the header among its buttons, before the first message beside the model. */
  conversationControls: readonly SlotContribution<ConversationControlProps>[];
  /** Shown above the message field before the first message. */
  emptyState: readonly EmptyStateContribution[];
  /** Shown between the messages and the message field: a line that takes its height from the free space above it. */
  aboveField: readonly SlotContribution<AboveFieldProps>[];
  /** The ways to start, next to the message field before the first message. */
  starters: readonly SlotContribution<EmptyChatProps>[];
  /** Shown beyond the ways to start. A low window shows only the first one that applies. */
  belowStarters: readonly SlotContribution<BelowStartersProps>[];
  /** Shown in the settings of a conversation. */
  aboveSystemPrompt: readonly SlotContribution<PromptSettingProps>[];
  /** Shown at the end of these settings. */
  belowSettings: readonly SlotContribution<BelowSettingsProps>[];

  // Not positions, so each has a name.

  /** One line shows the details, and is chosen by its status. */
  statusDetails: StatusDetailsContribution;
  /**
   * The lists that a slash and an @ open above the message field; null: the character opens nothing. The field knows what
   * choosing from each of them does.
   */
  slashList: SlashListContribution<PromptTemplate> | null;
  assistantList: SlashListContribution<AssistantSummary> | null;
  /** A field of the chat itself, which owns its value. */
  ModelSelector: ComponentType<ModelSelectorProps>;
  /** The list of models that a button opens, positioned at its parent element. */
  ModelMenu: LazyComponent<ModelMenuProps>;
  /** `Menu.Item`s, which surround those of the chat: what deletes the conversation comes last. */
  ConversationItems: LazyComponent<ConversationItemsProps>;
}

export const ChatSlotsContext = createContext<ChatSlots>({
  answerTextWrappers: [],
  answerParts: [],
  belowAnswer: [],
  afterAnswer: [],
  answerActions: [],
  belowLastAnswer: [],
  messageActions: createLoadable(async () => []),
  userMessageParts: [],
  composerTools: [],
  header: [],
  conversationControls: [],
  emptyState: [],
  aboveField: [],
  starters: [],
  belowStarters: [],
  aboveSystemPrompt: [],
  belowSettings: [],
  statusDetails: { statusIds: [], useSummary: () => null, Details: () => null },
  slashList: null,
  assistantList: null,
  ModelSelector: () => null,
  ModelMenu: Object.assign(() => null, { load: async () => {} }),
  ConversationItems: Object.assign(({ children }: ConversationItemsProps) => children, { load: async () => {} }),
});
