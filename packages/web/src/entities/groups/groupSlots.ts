import type { Group } from "@lectern/contract";
import { type ComponentType, createContext } from "react";

export interface CreateGroupProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the id of the new group. */
  onCreated?: (groupId: string) => void;
}

export interface GroupManagementProps {
  groupId: string;
  /** True to list the assistants, too, where nothing else does. */
  hasAssistants?: boolean;
  /** Called when the person has left or deleted the group, which is then no longer listed. */
  onEnded: () => void;
}

export interface GroupAnalyticsProps {
  group: Group;
  view: "dashboard" | "conversations";
}

/** What other features show of groups. `app/contributions/groupSlots.ts` lists the components, which load on demand. */
export interface GroupSlots {
  /** The dialog that creates a group. */
  CreateGroup: ComponentType<CreateGroupProps>;
  /** Types, members and availability of a group, for whoever is in it. */
  GroupManagement: ComponentType<GroupManagementProps>;
  /** What the editors of a group learn about the conversations with its assistants. */
  GroupAnalytics: ComponentType<GroupAnalyticsProps>;
}

export const GroupSlotsContext = createContext<GroupSlots>({
  CreateGroup: () => null,
  GroupManagement: () => null,
  GroupAnalytics: () => null,
});
