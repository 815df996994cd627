import type { PublicConfig, SessionUser } from "@lectern/contract";
import { createContext, use } from "react";

/** The context of every contribution: the signed-in person and the open conversation. */
export interface Workspace {
  user: SessionUser;
  config: PublicConfig;
  /**
   * The id of the open conversation, even while another page covers it; null until a new conversation has been created.
   */
  conversationId: string | null;
  /** Why no other conversation can be opened now; null: another one can be opened. */
  blockedReason: string | null;
  /** Opens a new conversation with the model and the temperature of the current one. */
  startConversation: () => void;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error("useWorkspace() needs a WorkspaceContext around it.");
  return workspace;
}
