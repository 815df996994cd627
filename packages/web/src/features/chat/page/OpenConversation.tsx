import type { Conversation } from "@lectern/contract";
import { Suspense, use, useMemo } from "react";
import { newDraftKey } from "../../../entities/chat/sending/draftTexts.ts";
import { ChatSlotsContext, type EmptyChatProps } from "../../../entities/chat/slots/chatSlots.ts";
import { SlotList } from "../../../entities/chat/slots/SlotList.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useStorageQuestion } from "../../../entities/conversations/storage/useStorageQuestion.ts";
import { listModelsForMenu } from "../../../entities/models/listModelsForMenu.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import { useUserSettings } from "../../../entities/settings/userSettings.ts";
import { useRoute } from "../../../entities/shell/routes.ts";
import { type AnswerModel, AnswerModelContext } from "../messages/answerModel.ts";
import { ChatThread } from "../thread/ChatThread.tsx";
import type { FoundMessage } from "../thread/threadProps.ts";
import { ChatRegion } from "./ChatRegion.tsx";
import { ConversationModel } from "./ConversationModel.tsx";
import { EmptyConversation } from "./EmptyConversation.tsx";
import { NewConversationTools } from "./NewConversationTools.tsx";
import classes from "./OpenConversation.module.css";
import { openAppLink } from "./openAppLink.ts";
import { useConversationControls } from "./useConversationControls.ts";

/** The messages of a conversation (before the first message: its settings) and the field for the next message. */
export function OpenConversation({ conversation }: { conversation: Conversation }) {
  const { userId } = useConversationStore();
  const { aboveField, composerTools, conversationControls, starters } = use(ChatSlotsContext);
  const { model, assistant, enforcedModelReason, sendBlockedReason, blockedReason, change } =
    useConversationControls(conversation);
  const chosenAssistant = assistant.status === "ready" ? assistant.assistant : null;
  const emptyChat: EmptyChatProps = { conversationId: conversation.id, assistant: chosenAssistant };
  const { conversationId, messageId, visit } = useRoute();
  const draftKey = conversationId === null ? newDraftKey : conversation.id;
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
          draftKey={draftKey}
          blockedReason={sendBlockedReason}
          emptyState={<EmptyConversation {...emptyChat} />}
          emptyTools={
            <NewConversationTools
              settings={conversation}
              model={model}
              modelSelector={<ConversationModel conversation={conversation} />}
              controls={<SlotList list={conversationControls} props={{ conversation, blockedReason }} />}
              starters={<SlotList list={starters} props={emptyChat} isAwaited />}
              further={<BelowStarters {...emptyChat} />}
              blockedReason={blockedReason}
              onChange={change}
            />
          }
          aboveField={<SlotList list={aboveField} props={{ conversation, assistant: chosenAssistant }} />}
          onAppLink={(href) => openAppLink(href, conversation.messages)}
        />
      </AnswerModelContext>
      {composerTools.map(
        ({ id, Overlay }) =>
          Overlay && (
            <Suspense key={id} fallback={null}>
              <Overlay conversation={conversation} model={model} draftKey={draftKey} />
            </Suspense>
          ),
      )}
    </ChatRegion>
  );
}

/** What is farther from the field than the ways to start. */
function BelowStarters(props: EmptyChatProps) {
  const { belowStarters } = use(ChatSlotsContext);
  const storageQuestion = useStorageQuestion();
  if (storageQuestion === "unknown") return null;
  const slotProps = { ...props, storageQuestion };
  return (
    <div className={classes.further}>
      {belowStarters
        .filter(({ appliesTo }) => appliesTo?.(slotProps) ?? true)
        .map((contribution) => (
          <div key={contribution.id}>
            <SlotList list={[contribution]} props={slotProps} />
          </div>
        ))}
    </div>
  );
}
