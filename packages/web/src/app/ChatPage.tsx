import type { PublicConfig, SessionUser } from "@lectern/contract";
import { ConversationsProvider } from "../features/conversations/ConversationsProvider.tsx";
import { LibraryProvider } from "../lib/library/LibraryProvider.tsx";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { librarySetup } from "./librarySetup.ts";
import { Workspace } from "./Workspace.tsx";

/** What a signed-in person sees, once their conversations are open. */
export function ChatPage({ user, config }: { user: SessionUser; config: PublicConfig }) {
  return (
    <ConversationsProvider userId={user.id} fallback={<LoadingScreen />}>
      <LibraryProvider key={user.id} userId={user.id} setup={librarySetup}>
        <Workspace user={user} config={config} />
      </LibraryProvider>
    </ConversationsProvider>
  );
}
