import type { ChatSlots } from "../../entities/chat/slots/chatSlots.ts";
import { accountSetting } from "../../features/accounts/contributions.tsx";
import {
  analysisLine,
  analysisNotice,
  conversationOpenings,
  starRating,
} from "../../features/analytics/contributions.tsx";
import { artifactPicker, messageArtifacts } from "../../features/artifacts/contributions.tsx";
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
import { pythonResults } from "../../features/codeInterpreter/contributions.tsx";
import {
  ConversationItems,
  conversationStorage,
  firstStorageQuestion,
} from "../../features/conversations/contributions.tsx";
import { answerRating } from "../../features/feedback/contributions.tsx";
import { composerAttachments } from "../../features/files/attach/ComposerAttachments.tsx";
import { messageDocuments } from "../../features/files/contributions.tsx";
import { revertButton } from "../../features/highlight/contributions.ts";
import { HighlightableText } from "../../features/highlight/HighlightableText.tsx";
import { chatMemorySetting, memoryTool, usedMemories } from "../../features/memory/contributions.tsx";
import { ModelMenu, modelsNotice } from "../../features/models/contributions.tsx";
import { ModelSelector } from "../../features/models/ModelSelector.tsx";
import { composerOptimizer } from "../../features/optimizer/contributions.tsx";
import { featureSelector } from "../../features/plugins/contributions.tsx";
import {
  followUpPrompts,
  instructionsSetting,
  promptStarters,
  slashPrompts,
} from "../../features/prompts/contributions.tsx";
import { composerQuality } from "../../features/qualityImprovement/contributions.tsx";
import { contextGauge, summariesSetting, summaryLine, usedSummary } from "../../features/summaries/contributions.tsx";
import { conversationTopics, leftOutMessages } from "../../features/topics/contributions.tsx";
import { headerCost, spendingNotice } from "../../features/usage/contributions.tsx";
import { createLoadable } from "../../lib/loadable.ts";

/** The components that other features show in a conversation. `entities/chat/slots/chatSlots.ts` describes the slots. */
export const chatSlots: ChatSlots = {
  answerTextWrappers: [AnswerCitations, HighlightableText],
  answerParts: [leftOutMessages, usedSummary, usedMemories, answerSourcesPart, assistantDisclaimer],
  belowAnswer: [revertButton, pythonResults, messageArtifacts],
  afterAnswer: [summaryLine],
  answerActions: [answerRating, starRating],
  belowLastAnswer: [followUpPrompts],
  messageActions: createLoadable(() => import("./messageActions.ts").then(({ messageActions }) => messageActions)),
  userMessageParts: [messageDocuments],
  composerTools: [
    composerAttachments,
    assistantPicker,
    memoryTool,
    featureSelector,
    composerOptimizer,
    composerQuality,
    contextGauge,
  ],
  header: [spendingNotice, headerCost],
  conversationControls: [conversationStorage, conversationTopics, artifactPicker],
  emptyState: [assistantIntro, analysisNotice, modelsNotice],
  aboveField: [analysisLine],
  starters: [assistantStarters, promptStarters],
  belowStarters: [firstStorageQuestion, offeredAssistants],
  aboveSystemPrompt: [instructionsSetting],
  belowSettings: [accountSetting, chatMemorySetting, summariesSetting, conversationOpenings],
  statusDetails: receivedSources,
  slashList: slashPrompts,
  assistantList: assistantMentions,
  ModelSelector,
  ModelMenu,
  ConversationItems,
};
