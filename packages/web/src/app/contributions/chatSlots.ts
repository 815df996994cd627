import type { ChatSlots } from "../../entities/chat/slots/chatSlots.ts";
import {
  AssistantIntro,
  AssistantStarters,
  assistantDisclaimer,
  assistantMentions,
  assistantPicker,
  OfferedAssistants,
} from "../../features/assistants/contributions.tsx";
import { AnswerCitations } from "../../features/citations/AnswerCitations.tsx";
import { answerSourcesPart, receivedSources } from "../../features/citations/contributions.ts";
import {
  ConversationItems,
  ConversationStorage,
  FirstStorageQuestion,
} from "../../features/conversations/contributions.tsx";
import { answerRating } from "../../features/feedback/contributions.tsx";
import { composerAttachments } from "../../features/files/attach/ComposerAttachments.tsx";
import { messageDocuments } from "../../features/files/contributions.tsx";
import { EmptyConversationModels, ModelMenu } from "../../features/models/contributions.tsx";
import { ModelSelector } from "../../features/models/ModelSelector.tsx";
import {
  FollowUpPrompts,
  InstructionsSetting,
  PromptStarters,
  slashPrompts,
} from "../../features/prompts/contributions.tsx";
import { HeaderCost } from "../../features/usage/contributions.tsx";
import { SpendingNotice } from "../../features/usage/SpendingNotice.tsx";
import { createLoadable } from "../../lib/loadable.ts";

/** The components that other features show in a conversation. `entities/chat/slots/chatSlots.ts` describes the slots. */
export const chatSlots: ChatSlots = {
  answerTextWrappers: [AnswerCitations],
  answerParts: [answerSourcesPart, assistantDisclaimer],
  statusDetails: receivedSources,
  answerActions: [answerRating],
  belowLastAnswer: [FollowUpPrompts],
  messageActions: createLoadable(() => import("./messageActions.ts").then(({ messageActions }) => messageActions)),
  userMessageParts: [messageDocuments],
  composerTools: [composerAttachments, assistantPicker],
  slashList: slashPrompts,
  assistantList: assistantMentions,
  AssistantIntro,
  AssistantStarters,
  OfferedAssistants,
  StorageQuestion: FirstStorageQuestion,
  headerParts: [SpendingNotice, HeaderCost],
  emptyNotices: [EmptyConversationModels],
  ModelSelector,
  ModelMenu,
  PromptStarters,
  ConversationItems,
  StorageToggle: ConversationStorage,
  InstructionsSelector: InstructionsSetting,
};
