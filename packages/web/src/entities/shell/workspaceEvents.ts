import { useEffect, useEffectEvent } from "react";
import { createEventBus } from "../../lib/eventBus.ts";

type NoDetail = Record<never, never>;

/** The window events that the specification names, each with its detail. */
export interface WorkspaceEvents {
  /** Stops the answer that is streaming in the conversation with this id; without an id, in the open conversation. */
  killChatRequest: { conversationId?: string };
  killArtifactRequest: NoDetail;
  openArtifactsTrigger: NoDetail;
  /** Renders the messages of the open conversation again. */
  triggerChatReRender: NoDetail;
  /** Reloads the feature flags, which have changed on the server. */
  updateFeatureSettings: NoDetail;
  /** Opens the Assistant Admin Interface; without an id, its first group. */
  openAstAdminInterfaceTrigger: { groupId?: string };
  /** Opens the Admin Interface of the site. */
  openAdminInterfaceTrigger: NoDetail;
}

/** The event bus between parts of the workspace that do not import each other. */
export const workspaceEvents = createEventBus<{ [Name in keyof WorkspaceEvents]: WorkspaceEvents[Name] }>(() => window);

/** Calls `handle` for every event with this name while the component is mounted. */
export function useWorkspaceEvent<Name extends keyof WorkspaceEvents>(
  name: Name,
  handle: (detail: WorkspaceEvents[Name]) => void,
): void {
  const onEvent = useEffectEvent(handle);
  useEffect(() => workspaceEvents.on(name, (detail) => onEvent(detail)), [name]);
}
