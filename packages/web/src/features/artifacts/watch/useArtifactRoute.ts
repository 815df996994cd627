import { useEffect, useEffectEvent } from "react";
import { artifactPanelId, useArtifactPanel } from "../../../entities/artifacts/openArtifact.ts";
import { useConversation } from "../../../entities/conversations/useConversation.ts";
import { useDetailPanel } from "../../../entities/shell/detail/detailPanel.ts";
import { setRouteArtifact, useRoute } from "../../../entities/shell/routes.ts";
import { useOpenEntry } from "../message/useOpenEntry.ts";

/** Opens the artifact that the URL names, and writes into the URL what the panel shows, for a reload. */
export function useArtifactRoute(conversationId: string): void {
  const { visit, artifact } = useRoute();
  const isReady = useConversation(conversationId).status === "ready";
  const openEntry = useOpenEntry(conversationId);
  const openNamed = useEffectEvent(() => {
    if (!artifact) return;
    const { isOpen, id } = useDetailPanel.getState();
    if (isOpen && id === artifactPanelId) return;
    openEntry(artifact, { takesFocus: false });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit opens what its URL names
  useEffect(() => {
    if (isReady) openNamed();
  }, [isReady, visit]);
  useEffect(() => {
    const write = () => {
      const { isOpen, id } = useDetailPanel.getState();
      const { open } = useArtifactPanel.getState();
      const isShown = isOpen && id === artifactPanelId && open !== null && "conversationId" in open;
      if (isShown && open.conversationId === conversationId) setRouteArtifact(conversationId, open);
    };
    const clear = ({ isOpen }: { isOpen: boolean }, before: { isOpen: boolean }) => {
      if (before.isOpen && !isOpen) setRouteArtifact(conversationId, null);
      else write();
    };
    const stopWatching = [useDetailPanel.subscribe(clear), useArtifactPanel.subscribe(write)];
    return () => {
      for (const stop of stopWatching) stop();
    };
  }, [conversationId]);
}
