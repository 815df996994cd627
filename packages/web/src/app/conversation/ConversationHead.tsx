import type { Conversation } from "@lectern/contract";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { useConversation } from "../../entities/conversations/useConversation.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openPage } from "../../entities/shell/routes.ts";
import { ChatHeader } from "../../features/chat/header/ChatHeader.tsx";
import { MonthToDateCost } from "../../features/usage/MonthToDateCost.tsx";
import { SpendingNotice } from "../../features/usage/SpendingNotice.tsx";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import type { ConversationPaneProps } from "./ConversationPane.tsx";
import { useConversationControls } from "./useConversationControls.tsx";

/** What the header says of the conversation that is open; nothing until it is there. */
export function ConversationHead(props: ConversationPaneProps) {
  const opened = useConversation(props.id);
  // The key: what is being set for one conversation must not end up in the next.
  return opened.status === "ready" && <Head key={props.id} {...props} conversation={opened.conversation} />;
}

function Head(props: ConversationPaneProps & { conversation: Conversation }) {
  const { conversation, user, runs, canUseCloud } = props;
  const { store } = useConversationStore();
  const showsCost = useFlag("mtdCost");
  const controls = useConversationControls(conversation, runs, canUseCloud);
  return (
    <ChatHeader
      conversation={conversation}
      model={controls.model}
      runs={runs}
      cost={
        <>
          <SpendingNotice isStreaming={controls.isStreaming} />
          {showsCost && <MonthToDateCost email={user.email} isStreaming={controls.isStreaming} />}
        </>
      }
      modelSelector={controls.modelSelector}
      storageToggle={controls.storageToggle}
      onChange={controls.change}
      onDownload={() => openDialog("download", { conversationId: conversation.id })}
      onOpenDataSources={() => openPage("files")}
      onClear={() => store.clear(conversation.id).catch(notifyFailure)}
    />
  );
}
