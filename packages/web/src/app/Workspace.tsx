import { isArtifactRunning, type PublicConfig, type SessionUser } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useAssistantEvents } from "../entities/assistants/useAssistants.ts";
import { useVisibleConversation } from "../entities/chat/activity/visibleConversation.ts";
import { useChat } from "../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../entities/chat/runs/useRun.ts";
import { useCloudSync } from "../entities/conversations/useCloudSync.ts";
import { useConversationStateId } from "../entities/conversations/useConversationStateId.ts";
import { useFileEvents } from "../entities/files/useFileEvents.ts";
import { flagsQuery, useFlag } from "../entities/flags/useFlag.ts";
import { useUsesMemory } from "../entities/memory/useUsesMemory.ts";
import { usePanelTabs } from "../entities/shell/panels.ts";
import { useRoute } from "../entities/shell/routes.ts";
import { WorkspaceContext, type Workspace as WorkspaceState } from "../entities/shell/workspace.ts";
import { useWorkspaceEvent } from "../entities/shell/workspaceEvents.ts";
import { ConversationHead } from "../features/chat/page/ConversationHead.tsx";
import { ConversationPane } from "../features/chat/page/ConversationPane.tsx";
import { LoadFailed } from "../features/chat/page/LoadFailed.tsx";
import { useCloseChatErrors } from "../features/chat/page/useCloseChatErrors.ts";
import { useDraftConversation } from "../features/chat/page/useDraftConversation.ts";
import { AccountButton } from "../features/identity/AccountButton.tsx";
import { whenActive } from "../lib/page/whenActive.ts";
import { lazy } from "../lib/preload/lazy.ts";
import { whenIdle } from "../lib/preload/whenIdle.ts";
import { ListSkeleton } from "../ui/Skeletons.tsx";
import { preloadTooltips } from "../ui/tooltip/Tooltip.tsx";
import { detailPanels } from "./contributions/detailPanels.ts";
import { dialogs, preloadPalette } from "./contributions/dialogs.ts";
import { overlays } from "./contributions/overlays.ts";
import { pages } from "./contributions/pages.ts";
import { panelTabs } from "./contributions/panelTabs.ts";
import { SlotProviders } from "./contributions/SlotProviders.tsx";
import { shortcuts } from "./contributions/shortcuts.ts";
import { AnswerNews } from "./shell/AnswerNews.tsx";
import { DetailPanelHost } from "./shell/DetailPanelHost.tsx";
import { DialogHost } from "./shell/DialogHost.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { PageHost } from "./shell/PageHost.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useConfigEvents } from "./shell/useConfigEvents.ts";
import { useGroupPrefetch } from "./shell/useGroupPrefetch.ts";
import { useShortcuts } from "./shell/useShortcuts.ts";
import { useSyncSettings } from "./shell/useSyncSettings.ts";
import { useTabTitle } from "./shell/useTabTitle.ts";

const MemoryButton = lazy(() =>
  import("../features/memory/MemoryButton.tsx").then(({ MemoryButton }) => ({ default: MemoryButton })),
);

/** The signed-in application: the frame around the open conversation or page. */
export function Workspace({ user, config }: { user: SessionUser; config: PublicConfig }) {
  const { page, conversationId } = useRoute();
  const canUseCloud = useFlag("storeCloudConversations");
  const draft = useDraftConversation(conversationId === null);
  const openId = conversationId ?? draft.id;
  const usesMemory = useUsesMemory(user.id);
  const { runs } = useChat();
  const cache = useQueryClient();
  const isStreaming = useIsStreaming(runs.store, openId ?? "");
  const stateId = useConversationStateId(openId);
  useCloudSync(canUseCloud);
  useSyncSettings(user.id);
  useConfigEvents();
  useFileEvents();
  useAssistantEvents();
  useGroupPrefetch();
  useCloseChatErrors(openId);
  const shownId = page === "chat" ? openId : null;
  useVisibleConversation(shownId);
  useTabTitle(config.productName);
  const workspace: WorkspaceState = {
    user,
    config,
    conversationId: openId,
    blockedReason:
      isStreaming && config.locksWhileAnswering ? t`You can open other chats once the answer is complete` : null,
    startConversation: () => {
      usePanelTabs.setState({ left: "chats" });
      draft.startNew(openId);
    },
  };
  useShortcuts(shortcuts, workspace);
  useEffect(() => whenActive(() => whenIdle(preloadPalette)), []);
  useEffect(() => whenActive(preloadTooltips), []);
  useWorkspaceEvent("killChatRequest", ({ conversationId: id = openId }) => id !== null && void runs.stop(id));
  useWorkspaceEvent("killArtifactRequest", () => {
    if (openId !== null && isArtifactRunning(runs.store.getAnswer(openId).artifactStatus)) void runs.stop(openId);
  });
  useWorkspaceEvent("updateFeatureSettings", () => void cache.invalidateQueries(flagsQuery));

  return (
    <WorkspaceContext value={workspace}>
      <SlotProviders>
        <Shell
          panelTabs={panelTabs}
          panelFooter={<AccountButton user={user} />}
          rightPanelFooter={
            usesMemory && (
              <Suspense fallback={null}>
                <MemoryButton />
              </Suspense>
            )
          }
          header={
            shownId !== null && (
              <ErrorBoundary key={shownId} subject={t`The header`} isCompact>
                <ConversationHead id={shownId} />
              </ErrorBoundary>
            )
          }
          stateId={stateId}
        >
          {/* The key resets an error when another conversation or page is opened. */}
          <ErrorBoundary key={shownId ?? page} subject={shownId === null ? t`This page` : t`This chat`}>
            {page !== "chat" ? (
              <PageHost pages={pages} id={page} />
            ) : shownId !== null ? (
              <ConversationPane id={shownId} />
            ) : draft.error ? (
              <LoadFailed line={t`Couldn’t create a new chat.`} error={draft.error} onRetry={draft.retry} />
            ) : (
              <ListSkeleton rows={3} label={t`Loading chat`} />
            )}
          </ErrorBoundary>
          {overlays.map(({ id, Component }) => (
            <Suspense key={id} fallback={null}>
              <Component />
            </Suspense>
          ))}
          <DetailPanelHost panels={detailPanels} />
          <DialogHost dialogs={dialogs} />
          <AnswerNews />
        </Shell>
      </SlotProviders>
    </WorkspaceContext>
  );
}
