import type { Conversation, MemoryProject } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { memoryProjectsQuery } from "../../../entities/memory/memoryQueries.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface ChosenProject {
  /** Null: none is chosen, or it is unknown or was deleted. */
  chosen: MemoryProject | null;
  choose: (projectId: string | null) => void;
}

/** The project whose memories a conversation uses. */
export function useChosenProject({ id, projectId }: Pick<Conversation, "id" | "projectId">): ChosenProject {
  const { user } = useWorkspace();
  const { store } = useConversationStore();
  const { data: projects } = useQuery({ ...memoryProjectsQuery(user.email), enabled: Boolean(projectId) });
  return {
    chosen: projects?.find((project) => project.id === projectId) ?? null,
    choose: (newId) => void store.changeSettings(id, { projectId: newId }).catch(notifyFailure),
  };
}
