import type { Conversation } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { conversationTexts } from "../../conversations/conversationTexts.ts";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import { checkDraftDocuments, detachDraftDocuments } from "../../files/upload/draftDocuments.ts";
import { flagsQuery } from "../../flags/useFlag.ts";
import { chooseModel, modelsQuery } from "../../models/useModels.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";
import { getSettledDraftKey } from "./draftTexts.ts";
import type { OutgoingDraft } from "./messageDraft.ts";
import { formatMessageLimit } from "./messageLimit.ts";
import type { RefusalReason, SendResult } from "./sendResult.ts";

interface SendDependencies {
  userId: string;
  /** The query cache with the conversations, the models and the flags that the page shows. */
  cache: QueryClient;
  runs: Pick<ChatRuns, "startTurn" | "isBusy">;
}

/** The message field shows the same text. */
export const answerStreamingRefusal = "You can send this once the answer is complete.";
export const noModelText = "Choose a model first";
export const modelsLoadingText = "The models are still being loaded";

/** Creates the function through which all drafts are sent. It checks each draft and attaches its documents. */
export function createSend({ userId, cache, runs }: SendDependencies): (draft: OutgoingDraft) => SendResult {
  return (draft) => {
    const { conversationId, documentsKey, text } = draft;
    const conversation = cache.getQueryData<Conversation>(conversationKeys.one(userId, conversationId));
    if (!conversation) return buildRefusal("noConversation", conversationTexts.noSuchKey);
    if (text.trim() === "") return buildRefusal("empty", "Please enter a message");
    if (runs.isBusy(conversationId)) return buildRefusal("streaming", answerStreamingRefusal);
    const models = cache.getQueryData(modelsQuery.queryKey);
    const model = chooseModel(models, conversation.modelId);
    if (!model) return buildRefusal("noModel", getNoModelReason(cache));
    const maxLength = model.inputContextWindow;
    if (text.length > maxLength) {
      return buildRefusal("tooLong", formatMessageLimit(maxLength, text.length));
    }
    if (documentsKey === undefined) return { status: "sent", outcome: runs.startTurn(conversation, model, draft) };

    const documentsDraft = { userId, draftKey: documentsKey };
    const rules = {
      acceptsImages: model.supportsImages,
      windowTokens: model.inputContextWindow,
      canSearch: cache.getQueryData(flagsQuery.queryKey)?.ragEnabled ?? false,
    };
    const refusal = checkDraftDocuments(text, documentsDraft, rules);
    if (refusal) return buildRefusal("documents", refusal.text, refusal.details);
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
  return isLoading ? modelsLoadingText : noModelText;
}

function buildRefusal(reason: RefusalReason, text: string, details: string | null = null): SendResult {
  return { status: "refused", refusal: { reason, text, details } };
}
