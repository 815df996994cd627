import type { PublicConfig, SessionUser } from "@lectern/contract";
import { lazy, Suspense } from "react";
import { useChatRuns } from "../entities/chat/runs/useChatRuns.ts";
import { useIsStreaming } from "../entities/chat/runs/useRun.ts";
import { AnswerPartsContext } from "../entities/chat/slots/answerParts.ts";
import { InstructionsSelectorContext } from "../entities/chat/slots/instructionsSelector.ts";
import { useCloudSync } from "../entities/conversations/useCloudSync.ts";
import { useConversationStateId } from "../entities/conversations/useConversationStateId.ts";
import { useFlag } from "../entities/flags/useFlag.ts";
import { openConversation, useFragment } from "../entities/shell/routes.ts";
import { ViewerHost } from "../features/citations/ViewerHost.tsx";
import { ConversationSidebar } from "../features/conversations/sidebar/ConversationSidebar.tsx";
import { ListSkeleton } from "../ui/Skeletons.tsx";
import { answerParts } from "./answerParts.ts";
import { ConversationHead } from "./conversation/ConversationHead.tsx";
import { ConversationPane } from "./conversation/ConversationPane.tsx";
import { LoadFailed } from "./conversation/LoadFailed.tsx";
import { useChatNotices } from "./conversation/useChatNotices.ts";
import { useDraftConversation } from "./conversation/useDraftConversation.ts";
import { FillingHost } from "./FillingHost.tsx";
import { AppDialogs } from "./shell/DialogHost.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useGlobalKeys } from "./shell/useShortcuts.ts";
import { useSettingsUpkeep } from "./shell/useSyncSettings.ts";
import { useChatPorts } from "./useChatPorts.ts";

const YourFilesScreen = lazy(() =>
  import("./YourFilesScreen.tsx").then(({ YourFilesScreen }) => ({ default: YourFilesScreen })),
);

const ConversationInstructions = lazy(() =>
  import("./conversation/ConversationInstructions.tsx").then(({ ConversationInstructions }) => ({
    default: ConversationInstructions,
  })),
);

/** The signed-in application: the list of conversations beside the one that is open. */
export function Workspace({ user, config }: { user: SessionUser; config: PublicConfig }) {
  const { page, conversationId } = useFragment();
  const canUseCloud = useFlag("storeCloudConversations");
  const draft = useDraftConversation(conversationId === null);
  const selectedId = conversationId ?? draft.id;
  const runs = useChatRuns(useChatPorts(config, draft.id));
  const isStreaming = useIsStreaming(runs.store, selectedId ?? "");
  const stateId = useConversationStateId(selectedId);
  useCloudSync(canUseCloud);
  useSettingsUpkeep(user.id);
  useChatNotices(selectedId);

  const blockedReason = isStreaming ? "Other conversations can be opened once the answer is complete" : null;
  const startNew = () => draft.startNew(selectedId);
  useGlobalKeys({ isBlocked: isStreaming, onNew: startNew });

  const open = page === "chat" && selectedId !== null ? selectedId : null;
  const { uploadMaxBytes } = config;
  const pane = { isDraft: conversationId === null, user, runs, canUseCloud, uploadMaxBytes };
  return (
    <InstructionsSelectorContext value={ConversationInstructions}>
      <Shell
        user={user}
        config={config}
        sidebar={
          <ConversationSidebar
            selectedId={selectedId}
            canUseCloud={canUseCloud}
            blockedReason={blockedReason}
            onOpen={openConversation}
            onNew={startNew}
          />
        }
        header={open !== null && <ConversationHead id={open} {...pane} />}
        stateId={stateId}
        blockedReason={blockedReason}
      >
        {/* The key: what could not be drawn does not stand in the way of what is opened next. */}
        <ErrorBoundary key={open ?? page} what="What is open">
          {page === "home" ? (
            <Suspense fallback={<ListSkeleton label="Loading your files" />}>
              <YourFilesScreen user={user} config={config} />
            </Suspense>
          ) : open !== null ? (
            <AnswerPartsContext value={answerParts}>
              <ConversationPane id={open} {...pane} />
            </AnswerPartsContext>
          ) : draft.error ? (
            <LoadFailed line="A new conversation could not be begun." error={draft.error} onRetry={draft.retry} />
          ) : (
            <ListSkeleton rows={3} label="Loading the conversation" />
          )}
        </ErrorBoundary>
        <ViewerHost />
        <FillingHost user={user} config={config} />
        <AppDialogs
          user={user}
          config={config}
          conversationId={selectedId}
          blockedReason={blockedReason}
          onNew={startNew}
        />
      </Shell>
    </InstructionsSelectorContext>
  );
}
