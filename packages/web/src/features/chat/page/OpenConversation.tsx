import type { AssistantSummary, Conversation, Message } from "@lectern/contract";
import { Suspense, use, useMemo } from "react";
import { newDraftKey } from "../../../entities/chat/sending/draftTexts.ts";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useStorageQuestion } from "../../../entities/conversations/storage/useStorageQuestion.ts";
import { listModelsForMenu } from "../../../entities/models/listModelsForMenu.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import { useUserSettings } from "../../../entities/settings/userSettings.ts";
import { openPage, parseRoute, useRoute } from "../../../entities/shell/routes.ts";
import { type AnswerModel, AnswerModelContext } from "../messages/answerModel.ts";
import { ChatThread } from "../thread/ChatThread.tsx";
import type { FoundMessage } from "../thread/threadProps.ts";
import { ChatRegion } from "./ChatRegion.tsx";
import { ConversationModel } from "./ConversationModel.tsx";
import { EmptyConversation } from "./EmptyConversation.tsx";
import { NewConversationTools } from "./NewConversationTools.tsx";
import classes from "./OpenConversation.module.css";
import { useConversationControls } from "./useConversationControls.ts";

/** The messages of a conversation (before the first message: its settings) and the field for the next message. */
export function OpenConversation({ conversation }: { conversation: Conversation }) {
  const { userId } = useConversationStore();
  const { emptyNotices, composerTools, StorageToggle, AssistantIntro } = use(ChatSlotsContext);
  const { model, assistant, enforcedModelReason, sendBlockedReason, blockedReason, change } =
    useConversationControls(conversation);
  const chosenAssistant = assistant.status === "ready" ? assistant.assistant : null;
  const { conversationId, messageId, visit } = useRoute();
  const foundMessage = useMemo(
    (): FoundMessage | null => (messageId === null ? null : { messageId, visit }),
    [messageId, visit],
  );
  const modelId = model?.id ?? null;
  const { models } = useModels();
  const { hiddenModelIds } = useUserSettings(userId);
  const hasOtherModels = listModelsForMenu(models, hiddenModelIds, modelId).length > 1;
  const answerModel = useMemo(
    (): AnswerModel => ({ modelId, enforcedReason: enforcedModelReason, hasOtherModels }),
    [modelId, enforcedModelReason, hasOtherModels],
  );
  return (
    <ChatRegion>
      <AnswerModelContext value={answerModel}>
        <ChatThread
          conversation={conversation}
          model={model}
          foundMessage={foundMessage}
          userId={userId}
          draftKey={conversationId === null ? newDraftKey : conversation.id}
          blockedReason={sendBlockedReason}
          emptyState={
            <EmptyConversation
              intro={
                chosenAssistant && (
                  <Suspense fallback={null}>
                    <AssistantIntro conversationId={conversation.id} assistant={chosenAssistant} />
                  </Suspense>
                )
              }
              notice={emptyNotices.map((Notice, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list of slots never changes.
                <Notice key={index} />
              ))}
            />
          }
          emptyTools={
            <NewConversationTools
              settings={conversation}
              model={model}
              modelSelector={<ConversationModel conversation={conversation} />}
              storageToggle={<StorageToggle conversation={conversation} blockedReason={blockedReason} />}
              starters={<Starters conversationId={conversation.id} assistant={chosenAssistant} />}
              further={<Further conversationId={conversation.id} hasAssistant={chosenAssistant !== null} />}
              blockedReason={blockedReason}
              onChange={change}
            />
          }
          onAppLink={(href) => openAppLink(href, conversation.messages)}
        />
      </AnswerModelContext>
      {composerTools.map(
        ({ id, Overlay }) =>
          Overlay && (
            <Suspense key={id} fallback={null}>
              <Overlay />
            </Suspense>
          ),
      )}
    </ChatRegion>
  );
}

/** The questions of the assistant, or else the prompts to start with. */
function Starters({ conversationId, assistant }: { conversationId: string; assistant: AssistantSummary | null }) {
  const { AssistantStarters, PromptStarters } = use(ChatSlotsContext);
  return (
    <Suspense fallback={null}>
      {assistant ? (
        <AssistantStarters conversationId={conversationId} assistant={assistant} />
      ) : (
        PromptStarters && <PromptStarters conversationId={conversationId} />
      )}
    </Suspense>
  );
}

/** The question where chats should be stored and, farther from the field, the offered assistants. */
function Further({ conversationId, hasAssistant }: { conversationId: string; hasAssistant: boolean }) {
  const { OfferedAssistants, StorageQuestion } = use(ChatSlotsContext);
  const question = useStorageQuestion();
  if (question === "unknown") return null;
  return (
    <div className={classes.further}>
      {question === "open" && <StorageQuestion conversationId={conversationId} />}
      {!hasAssistant && (
        <div className={question === "open" ? classes.besideQuestion : undefined}>
          <Suspense fallback={null}>
            <OfferedAssistants conversationId={conversationId} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Opens the target of an in-app link in an answer. */
function openAppLink(href: string, messages: readonly Message[]): void {
  const { page } = parseRoute(href);
  if (page !== "chat") openPage(page);
  if (!href.startsWith("#dataSource:")) return;
  void import("../../../entities/citations/openNamedSource.ts").then(({ openNamedSource }) =>
    openNamedSource(href, messages),
  );
}
