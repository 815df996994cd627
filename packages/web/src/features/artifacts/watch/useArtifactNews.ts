import type { ArtifactReason, Conversation } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getMessageArtifacts } from "../../../entities/artifacts/useArtifacts.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { conversationKeys } from "../../../entities/conversations/store/conversationCache.ts";

/** What happens to the artifacts of a conversation while its answer is being written. */
export type ArtifactNews =
  | { kind: "started"; artifactId: string; name: string }
  | { kind: "complete"; name: string }
  | { kind: "stopped" | "cancelled"; reason: ArtifactReason | null };

/** Calls `onNews` when an artifact of a conversation begins, and when its answer has ended. */
export function useArtifactNews(conversationId: string, onNews: (news: ArtifactNews) => void): void {
  const { runs } = useChat();
  const { userId } = useConversationStore();
  const cache = useQueryClient();
  const handleNews = useEffectEvent(onNews);
  useEffect(() => {
    let begun = { requestId: "", count: 0 };
    const readStart = () => {
      const run = runs.store.getState().runs[conversationId];
      if (!run) return;
      const { requestId, answer } = run;
      const known = begun.requestId === requestId ? begun.count : 0;
      const version = answer.artifacts.at(-1);
      begun = { requestId, count: answer.artifacts.length };
      if (!version || answer.artifacts.length <= known) return;
      handleNews({ kind: "started", artifactId: version.artifactId, name: version.name });
    };
    const readEnd = (requestId: string) => {
      const conversation = cache.getQueryData<Conversation>(conversationKeys.one(userId, conversationId));
      const answer = conversation?.messages.findLast(({ data }) => data.run?.requestId === requestId);
      if (!answer) return;
      const { entries, status, reason } = getMessageArtifacts(answer);
      if (status === "complete") handleNews({ kind: "complete", name: entries.at(-1)?.name ?? "" });
      else if (status === "stopped" || status === "cancelled") handleNews({ kind: status, reason });
    };
    readStart();
    const stopWatching = runs.store.subscribe(readStart);
    const stopObserving = runs.observe({
      onEnd: (id, requestId) => id === conversationId && readEnd(requestId),
    });
    return () => {
      stopWatching();
      stopObserving();
    };
  }, [runs, cache, userId, conversationId]);
}
