import type { PublicConfig, SessionUser } from "@lectern/contract";
import { lazy, Suspense } from "react";
import { useChatRuns } from "../entities/chat/runs/useChatRuns.ts";
import { useIsStreaming } from "../entities/chat/runs/useRun.ts";
import { AnswerPartsContext } from "../entities/chat/slots/answerParts.ts";
import { InstructionsSelectorContext } from "../entities/chat/slots/instructionsSelector.ts";
import { useCloudSync } from "../entities/conversations/useCloudSync.ts";
import { useConversationStateId } from "../entities/conversations/useConversationStateId.ts";
import { useFlag } from "../entities/flags/useFlag.ts";
import { useRoute } from "../entities/shell/routes.ts";
import { WorkspaceContext, type Workspace as WorkspaceState } from "../entities/shell/workspace.ts";
import { SignOutButton } from "../features/identity/SignOutButton.tsx";
import { ListSkeleton } from "../ui/Skeletons.tsx";
import { answerParts } from "./answerParts.ts";
import { dialogs } from "./contributions/dialogs.ts";
import { overlays } from "./contributions/overlays.ts";
import { pages } from "./contributions/pages.ts";
import { panelTabs } from "./contributions/panelTabs.ts";
import { shortcuts } from "./contributions/shortcuts.ts";
import { ConversationHead } from "./conversation/ConversationHead.tsx";
import { ConversationPane } from "./conversation/ConversationPane.tsx";
import { LoadFailed } from "./conversation/LoadFailed.tsx";
import { useChatNotices } from "./conversation/useChatNotices.ts";
import { useDraftConversation } from "./conversation/useDraftConversation.ts";
import { DialogHost } from "./shell/DialogHost.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { PageHost } from "./shell/PageHost.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useShortcuts } from "./shell/useShortcuts.ts";
import { useSyncSettings } from "./shell/useSyncSettings.ts";
import { useChatPorts } from "./useChatPorts.ts";

const ConversationInstructions = lazy(() =>
  import("./conversation/ConversationInstructions.tsx").then(({ ConversationInstructions }) => ({
    default: ConversationInstructions,
  })),
);

/** The signed-in application: the frame around the open conversation or page. */
export function Workspace({ user, config }: { user: SessionUser; config: PublicConfig }) {
  const { page, conversationId } = useRoute();
  const canUseCloud = useFlag("storeCloudConversations");
  const draft = useDraftConversation(conversationId === null);
  const openId = conversationId ?? draft.id;
  const runs = useChatRuns(useChatPorts(config, draft.id));
  const isStreaming = useIsStreaming(runs.store, openId ?? "");
  const stateId = useConversationStateId(openId);
  useCloudSync(canUseCloud);
  useSyncSettings(user.id);
  useChatNotices(openId);
  const workspace: WorkspaceState = {
    user,
    config,
    conversationId: openId,
    blockedReason: isStreaming ? "Other conversations can be opened once the answer is complete" : null,
    startConversation: () => draft.startNew(openId),
  };
  useShortcuts(shortcuts, workspace);

  const shownId = page === "chat" ? openId : null;
  const pane = { isDraft: conversationId === null, user, runs, canUseCloud, uploadMaxBytes: config.uploadMaxBytes };
  return (
    <WorkspaceContext value={workspace}>
      <InstructionsSelectorContext value={ConversationInstructions}>
        <Shell
          panelTabs={panelTabs}
          panelFooter={<SignOutButton user={user} />}
          header={shownId !== null && <ConversationHead id={shownId} {...pane} />}
          stateId={stateId}
        >
          {/* The key: an error is gone once something else is opened. */}
          <ErrorBoundary key={shownId ?? page} what="What is open">
            {page !== "chat" ? (
              <PageHost pages={pages} id={page} />
            ) : shownId !== null ? (
              <AnswerPartsContext value={answerParts}>
                <ConversationPane id={shownId} {...pane} />
              </AnswerPartsContext>
            ) : draft.error ? (
              <LoadFailed line="A new conversation could not be begun." error={draft.error} onRetry={draft.retry} />
            ) : (
              <ListSkeleton rows={3} label="Loading the conversation" />
            )}
          </ErrorBoundary>
          {overlays.map(({ id, Component }) => (
            <Suspense key={id} fallback={null}>
              <Component />
            </Suspense>
          ))}
          <DialogHost dialogs={dialogs} />
        </Shell>
      </InstructionsSelectorContext>
    </WorkspaceContext>
  );
}
