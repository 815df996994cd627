import type { ChatSlots } from "../../entities/chat/slots/chatSlots.ts";
import {
  analysisLine,
  analysisNotice,
  conversationOpenings,
  starRating,
} from "../../features/analytics/contributions.tsx";
import {
  assistantDisclaimer,
  assistantIntro,
  assistantMentions,
  assistantPicker,
  assistantStarters,
  offeredAssistants,
} from "../../features/assistants/contributions.tsx";
import { AnswerCitations } from "../../features/citations/AnswerCitations.tsx";
import { answerSourcesPart, receivedSources } from "../../features/citations/contributions.ts";
import {
  ConversationItems,
  conversationStorage,
  firstStorageQuestion,
} from "../../features/conversations/contributions.tsx";
import { answerRating } from "../../features/feedback/contributions.tsx";
import { composerAttachments } from "../../features/files/attach/ComposerAttachments.tsx";
import { messageDocuments } from "../../features/files/contributions.tsx";
import { ModelMenu, modelsNotice } from "../../features/models/contributions.tsx";
import { ModelSelector } from "../../features/models/ModelSelector.tsx";
import {
  followUpPrompts,
  instructionsSetting,
  promptStarters,
  slashPrompts,
} from "../../features/prompts/contributions.tsx";
import { headerCost, spendingNotice } from "../../features/usage/contributions.tsx";
import { createLoadable } from "../../lib/loadable.ts";

/** The components that other features show in a conversation. `entities/chat/slots/chatSlots.ts` describes the slots. */
export const chatSlots: ChatSlots = {
  answerTextWrappers: [AnswerCitations],
  answerParts: [answerSourcesPart, assistantDisclaimer],
  answerActions: [answerRating, starRating],
  belowLastAnswer: [followUpPrompts],
  messageActions: createLoadable(() => import("./messageActions.ts").then(({ messageActions }) => messageActions)),
  userMessageParts: [messageDocuments],
  composerTools: [composerAttachments, assistantPicker],
  header: [spendingNotice, headerCost],
  conversationControls: [conversationStorage],
  emptyState: [assistantIntro, analysisNotice, modelsNotice],
  aboveField: [analysisLine],
  starters: [assistantStarters, promptStarters],
  belowStarters: [firstStorageQuestion, offeredAssistants],
  aboveSystemPrompt: [instructionsSetting],
  belowSettings: [conversationOpenings],
  statusDetails: receivedSources,
  slashList: slashPrompts,
  assistantList: assistantMentions,
  ModelSelector,
  ModelMenu,
  ConversationItems,
};
