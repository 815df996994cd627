import type { Conversation } from "@lectern/contract";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { SlotList } from "../../../entities/chat/slots/SlotList.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useConversation } from "../../../entities/conversations/useConversation.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { ChatHeader } from "../header/ChatHeader.tsx";
import { ConversationModel } from "./ConversationModel.tsx";
import { clearMessages } from "./clearMessages.ts";
import { useConversationControls } from "./useConversationControls.ts";

/** The header of the open conversation; renders nothing until the conversation is loaded. */
export function ConversationHead({ id }: { id: string }) {
  const loadState = useConversation(id);
  // The key resets the fields: a value that is being entered for one conversation must not reach the next one.
  return loadState.status === "ready" && <LoadedHead key={id} conversation={loadState.conversation} />;
}

function LoadedHead({ conversation }: { conversation: Conversation }) {
  const { store } = useConversationStore();
  const { header, conversationControls } = use(ChatSlotsContext);
  const { model, isStreaming, blockedReason, enforcedModelReason, change, changeModel } =
    useConversationControls(conversation);
  return (
    <ChatHeader
      conversation={conversation}
      model={model}
      blockedReason={blockedReason}
      modelBlockedReason={enforcedModelReason ?? blockedReason}
      notes={<SlotList list={header} props={{ isStreaming }} />}
      modelSelector={<ConversationModel conversation={conversation} />}
      controls={<SlotList list={conversationControls} props={{ conversation, blockedReason }} />}
      onChangeModel={changeModel}
      onChange={change}
      onDownload={() => openDialog("download", { conversationId: conversation.id })}
      onOpenDataSources={() => openPage("files")}
      onClear={() => clearMessages(store, conversation.id)}
    />
  );
}
