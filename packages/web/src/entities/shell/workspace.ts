import type { PublicConfig, SessionUser } from "@lectern/contract";
import { createContext, use } from "react";

/** The context of every contribution: the signed-in person and the open conversation. */
export interface Workspace {
  user: SessionUser;
  config: PublicConfig;
  /** The conversation that is open, also under another page; null until a new one has been created. */
  conversationId: string | null;
  /** Why no other conversation can be opened now; null: one can. */
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
