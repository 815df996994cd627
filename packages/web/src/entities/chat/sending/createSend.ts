import type { Conversation, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import {
  type ConversationAssistant,
  findConversationAssistant,
  getAssistantBlockedReason,
} from "../../assistants/conversationAssistant.ts";
import { assistantsQuery } from "../../assistants/useAssistants.ts";
import { conversationTexts } from "../../conversations/conversationTexts.ts";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import {
  checkDraftDocuments,
  countDraftDocumentTokens,
  detachDraftDocuments,
} from "../../files/upload/draftDocuments.ts";
import { flagsQuery } from "../../flags/useFlag.ts";
import { modelsQuery } from "../../models/useModels.ts";
import { readPluginSources } from "../../plugins/pluginStates.ts";
import { isPluginOn } from "../../plugins/plugins.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";
import { chooseAnswerModel } from "./chooseAnswerModel.ts";
import { getSettledDraftKey } from "./draftTexts.ts";
import type { OutgoingDraft } from "./messageDraft.ts";
import { formatMessageLimit } from "./messageLimit.ts";
import { getCostQuestion } from "./promptCost.ts";
import type { RefusalReason, SendRefusal, SendResult } from "./sendResult.ts";

interface SendDependencies {
  userId: string;
  /** The query cache with the conversations, the models and the flags that the page shows. */
  cache: QueryClient;
  runs: Pick<ChatRuns, "startTurn" | "isBusy">;
}

export const getNoModelText = (): string => t`Choose a model first`;
export const getModelsLoadingText = (): string => t`The models are still being loaded`;

interface SendableDraft {
  conversation: Conversation;
  model: Model;
}

/**
 * Checks whether a draft could be sent if no answer were being written in its conversation. Returns what it is sent
 * with, or why it cannot be sent.
 */
export function checkDraft(
  { userId, cache }: Pick<SendDependencies, "userId" | "cache">,
  { conversationId, documentsKey, text, acceptsCost }: OutgoingDraft,
): SendableDraft | SendRefusal {
  const conversation = cache.getQueryData<Conversation>(conversationKeys.one(userId, conversationId));
  if (!conversation) return buildRefusal("noConversation", conversationTexts.noSuchKey);
  if (text.trim() === "") return buildRefusal("empty", t`Please enter a message`);
  const models = cache.getQueryData(modelsQuery.queryKey);
  const assistant = readConversationAssistant(cache, conversation);
  const model = chooseAnswerModel(models, conversation, assistant);
  if (!model) return buildRefusal("noModel", getNoModelReason(cache));
  const assistantReason = getAssistantBlockedReason(assistant, conversation);
  if (assistantReason !== null) return buildRefusal("assistant", assistantReason);
  const maxLength = model.inputContextWindow;
  if (text.length > maxLength) return buildRefusal("tooLong", formatMessageLimit(maxLength, text.length));
  const documentsRefusal =
    documentsKey === undefined ? null : checkDocuments({ userId, cache }, text, documentsKey, model);
  if (documentsRefusal) return documentsRefusal;
  const documentTokens = documentsKey === undefined ? 0 : countDraftDocumentTokens({ userId, draftKey: documentsKey });
  const costQuestion = acceptsCost ? null : getCostQuestion({ conversation, model, text, documentTokens });
  return costQuestion === null ? { conversation, model } : buildRefusal("cost", costQuestion);
}

function checkDocuments(
  { userId, cache }: Pick<SendDependencies, "userId" | "cache">,
  text: string,
  draftKey: string,
  model: Model,
): SendRefusal | null {
  const rules = {
    acceptsImages: model.supportsImages,
    windowTokens: model.inputContextWindow,
    canSearch: isPluginOn("rag", readPluginSources(userId, cache.getQueryData(flagsQuery.queryKey))),
  };
  const refusal = checkDraftDocuments(text, { userId, draftKey }, rules);
  return refusal && buildRefusal(documentReasons[refusal.status], refusal.text);
}

/** Returns the assistant of a conversation, as far as the assistants have been loaded. */
export const readConversationAssistant = (cache: QueryClient, conversation: Conversation): ConversationAssistant =>
  findConversationAssistant(conversation, cache.getQueryData(assistantsQuery.queryKey));

const documentReasons = { pending: "documentsPending", failed: "documentsFailed", ready: "documents" } as const;

/** Creates the function through which all drafts are sent. It checks each draft and attaches its documents. */
export function createSend({ userId, cache, runs }: SendDependencies): (draft: OutgoingDraft) => SendResult {
  return (draft) => {
    const { conversationId, documentsKey } = draft;
    const isAnswering = runs.isBusy(conversationId) && draft.text.trim() !== "";
    const checked = isAnswering
      ? buildRefusal("streaming", t`You can send this once the answer is complete.`)
      : checkDraft({ userId, cache }, draft);
    if ("reason" in checked) return { status: "refused", refusal: checked };
    const { conversation, model } = checked;
    if (documentsKey === undefined) return { status: "sent", outcome: runs.startTurn(conversation, model, draft) };
    const documentsDraft = { userId, draftKey: documentsKey };
    const { dataSources, settle } = detachDraftDocuments(documentsDraft, (outcome) =>
      getSettledDraftKey(documentsKey, conversationId, outcome),
    );
    const outcome = runs.startTurn(conversation, model, { ...draft, dataSources });
    void outcome.then(settle);
    return { status: "sent", outcome };
  };
}

function getNoModelReason(cache: QueryClient): string {
  const state = cache.getQueryState(modelsQuery.queryKey);
  const isLoading = state?.data === undefined && (!state?.error || state.fetchStatus === "fetching");
  return isLoading ? getModelsLoadingText() : getNoModelText();
}

const buildRefusal = (reason: RefusalReason, text: string): SendRefusal => ({ reason, text });
