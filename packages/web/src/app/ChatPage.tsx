import type { PublicConfig, SessionUser } from "@lectern/contract";
import { ConversationsProvider } from "../entities/conversations/ConversationsProvider.tsx";
import { librarySetup } from "../entities/prompts/librarySetup.ts";
import { LibraryProvider } from "../entities/prompts/store/LibraryProvider.tsx";
import { useFolderOfNew } from "../entities/prompts/useFolderOfNew.ts";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { Workspace } from "./Workspace.tsx";

interface ChatPageProps {
  user: SessionUser;
  config: PublicConfig;
}

/** What a signed-in person sees, once their conversations are open. */
export function ChatPage(props: ChatPageProps) {
  return (
    <LibraryProvider key={props.user.id} userId={props.user.id} setup={librarySetup}>
      <Conversations {...props} />
    </LibraryProvider>
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
