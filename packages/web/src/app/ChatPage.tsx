import type { PublicConfig, SessionUser } from "@lectern/contract";
import { useFragment } from "../lib/fragment.ts";
import { ChatRegion } from "./ChatRegion.tsx";
import { Shell } from "./Shell.tsx";
import { YourFilesScreen } from "./YourFilesScreen.tsx";

/** What a signed-in person sees: the frame, and in it what is open. */
export function ChatPage({ user, config }: { user: SessionUser; config: PublicConfig }) {
  const { page } = useFragment();
  return (
    <Shell user={user} config={config} sidebar={null} header={null}>
      {page === "home" ? <YourFilesScreen /> : <ChatRegion>{null}</ChatRegion>}
    </Shell>
  );
}
