import type { PublicConfig, SessionUser } from "@lectern/contract";
import { ConversationsProvider } from "../features/conversations/ConversationsProvider.tsx";
import { LibraryProvider } from "../lib/library/LibraryProvider.tsx";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { librarySetup } from "./librarySetup.ts";
import { useFolderOfNew } from "./useFolderOfNew.ts";
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
