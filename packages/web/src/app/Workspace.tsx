import type { PublicConfig, SessionUser } from "@lectern/contract";
import { useChatRuns } from "../features/chat/useChatRuns.ts";
import { useIsStreaming } from "../features/chat/useRun.ts";
import { ConversationSidebar } from "../features/conversations/ConversationSidebar.tsx";
import { useCloudSync } from "../features/conversations/useCloudSync.ts";
import { useConversationStateId } from "../features/conversations/useConversationStateId.ts";
import { useFlag } from "../features/flags/useFlag.ts";
import { openConversation, useFragment } from "../lib/fragment.ts";
import { ListSkeleton } from "../ui/Skeletons.tsx";
import { ConversationPane } from "./ConversationPane.tsx";
import { Shell } from "./Shell.tsx";
import { useChatPorts } from "./useChatPorts.ts";
import { useDraft } from "./useDraft.ts";
import { YourFilesScreen } from "./YourFilesScreen.tsx";

/** The signed-in application: the list of conversations beside the one that is open. */
export function Workspace({ user, config }: { user: SessionUser; config: PublicConfig }) {
  const { page, conversationId } = useFragment();
  const canUseCloud = useFlag("storeCloudConversations");
  const draft = useDraft(conversationId === null, canUseCloud);
  const selectedId = conversationId ?? draft.id;
  const runs = useChatRuns(useChatPorts(config, draft.forget));
  const isStreaming = useIsStreaming(runs.store, selectedId ?? "");
  const stateId = useConversationStateId(selectedId);
  useCloudSync(canUseCloud);

  const sidebar = (
    <ConversationSidebar
      selectedId={selectedId}
      canUseCloud={canUseCloud}
      blockedReason={isStreaming ? "Other conversations can be opened once the answer is complete" : null}
      onOpen={openConversation}
      onNew={() => void draft.startNew(selectedId)}
    />
  );
  if (page === "home") {
    return (
      <Shell user={user} config={config} sidebar={sidebar} header={null} stateId={stateId}>
        <YourFilesScreen />
      </Shell>
    );
  }
  if (selectedId === null) {
    return (
      <Shell user={user} config={config} sidebar={sidebar} header={null} stateId={stateId}>
        <ListSkeleton rows={3} label="Loading the conversation" />
      </Shell>
    );
  }
  return (
    <ConversationPane
      id={selectedId}
      isDraft={conversationId === null}
      user={user}
      runs={runs}
      canUseCloud={canUseCloud}
      frame={({ header, content }) => (
        <Shell user={user} config={config} sidebar={sidebar} header={header} stateId={stateId}>
          {content}
        </Shell>
      )}
    />
  );
}
