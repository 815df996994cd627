import type { PublicConfig, SessionUser } from "@lectern/contract";
import { ConversationsProvider } from "../entities/conversations/ConversationsProvider.tsx";
import { promptStoreSetup } from "../entities/prompts/promptStoreSetup.ts";
import { PromptStoreProvider } from "../entities/prompts/store/PromptStoreProvider.tsx";
import { useFolderOfNew } from "../entities/prompts/useFolderOfNew.ts";
import { LoadingScreen } from "./startup/LoadingScreen.tsx";
import { Workspace } from "./Workspace.tsx";

interface ChatPageProps {
  user: SessionUser;
  config: PublicConfig;
}

/** What a signed-in person sees, once their conversations are open. */
export function ChatPage(props: ChatPageProps) {
  return (
    <PromptStoreProvider key={props.user.id} userId={props.user.id} setup={promptStoreSetup}>
      <Conversations {...props} />
    </PromptStoreProvider>
  );
}

function Conversations({ user, config }: ChatPageProps) {
  const folderOfNew = useFolderOfNew(user.id);
  return (
    <ConversationsProvider userId={user.id} folderOfNew={folderOfNew} fallback={<LoadingScreen />}>
      <Workspace user={user} config={config} />
    </ConversationsProvider>
  );
}
