import type { Conversation, PublicConfig, SessionUser } from "@lectern/contract";
import { useEffect, useState } from "react";
import { connectStoredChoices } from "../entities/assistants/storedAssistantChoices.ts";
import { ChatProvider } from "../entities/chat/ChatProvider.tsx";
import { ConversationsProvider } from "../entities/conversations/ConversationsProvider.tsx";
import { promptStoreOptions } from "../entities/prompts/promptStoreOptions.ts";
import { PromptStoreProvider } from "../entities/prompts/store/PromptStoreProvider.tsx";
import { useNewConversationFolder } from "../entities/prompts/useNewConversationFolder.ts";
import { useEventStream } from "../entities/session/useEventStream.ts";
import { useLocale } from "../lib/i18n/useLocale.ts";
import { LoadingScreen } from "./startup/LoadingScreen.tsx";
import { Workspace } from "./Workspace.tsx";

interface SignedInAppProps {
  user: SessionUser;
  config: PublicConfig;
  /** True while the server rejects everything, until the person accepts the data disclosure agreement. */
  isHeld: boolean;
}

/** The workspace with the person's prompts, conversations and chat; a loading screen until the conversations load. */
export function SignedInApp(props: SignedInAppProps) {
  useEventStream(props.user.id, props.isHeld);
  useEffect(() => connectStoredChoices(props.user.id), [props.user.id]);
  return (
    <PromptStoreProvider key={props.user.id} userId={props.user.id} setup={promptStoreOptions}>
      <Conversations {...props} />
    </PromptStoreProvider>
  );
}

function Conversations({ user, config }: Omit<SignedInAppProps, "isHeld">) {
  const locale = useLocale();
  // Another one applies when the page is opened again: it would replace the store while answers are written.
  const [defaultStorage] = useState(config.defaultStorage);
  const getFolderForNew = useNewConversationFolder(user.id);
  return (
    <ConversationsProvider
      userId={user.id}
      getFolderForNew={getFolderForNew}
      copyFilesHere={copyFilesHere}
      defaultStorage={defaultStorage}
      fallback={<LoadingScreen />}
    >
      <ChatProvider endpoint={config.chatEndpoint}>
        {/* The key creates all texts again in another language. Answers continue, and drafts are stored. */}
        <Workspace key={locale} user={user} config={config} />
      </ChatProvider>
    </ConversationsProvider>
  );
}

/** Loaded when a conversation moves to this browser. */
async function copyFilesHere(userId: string, conversation: Conversation): Promise<Conversation> {
  const files = await import("../entities/codeInterpreter/conversationFiles.ts");
  return files.copyFilesHere(userId, conversation);
}
