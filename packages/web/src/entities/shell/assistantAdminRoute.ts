import { useSyncExternalStore } from "react";
import { navigate, readFragment, subscribeToFragment } from "../../lib/fragment.ts";

const tabs = ["dashboard", "conversations", "edit_assistant", "group"] as const;
/** `edit_assistant` has the list of assistants, too. */
export type AssistantAdminTab = (typeof tabs)[number];

/**
 * What the Assistant Admin Interface shows. In the URL: `#admin={groupId}&tab={tab}&ast={assistantId}`, after the
 * parameters of the page below it. An empty `admin` opens the first group.
 */
export interface AssistantAdminRoute {
  /** Null: the first group. */
  groupId: string | null;
  /** Null: the first tab of the group, or the editor of `assistantId`. */
  tab: AssistantAdminTab | null;
  /** The assistant that is edited; `new` for one that does not exist yet; null: the list of assistants. */
  assistantId: string | null;
}

export const newAssistant = "new";

/** Returns what the URL says about the Assistant Admin Interface; null: it is closed. */
export function useAssistantAdminRoute(): AssistantAdminRoute | null {
  const { fragment } = useSyncExternalStore(subscribeToFragment, readFragment);
  return parseAssistantAdminRoute(fragment);
}

/** Opens the Assistant Admin Interface, or another part of it. The page below it stays. */
export function openAssistantAdmin(route: Partial<AssistantAdminRoute> = {}): void {
  navigate(formatAssistantAdminRoute(readFragment().fragment, { ...closedRoute, ...route }));
}

export function closeAssistantAdmin(): void {
  navigate(formatAssistantAdminRoute(readFragment().fragment, null));
}

const closedRoute: AssistantAdminRoute = { groupId: null, tab: null, assistantId: null };
const names = ["admin", "tab", "ast"];

export function parseAssistantAdminRoute(fragment: string): AssistantAdminRoute | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("+", "%2B"));
  const groupId = parameters.get("admin");
  if (groupId === null) return null;
  return {
    groupId: groupId || null,
    tab: tabs.find((tab) => tab === parameters.get("tab")) ?? null,
    assistantId: parameters.get("ast") || null,
  };
}

/** Returns a fragment with another route of the Assistant Admin Interface; null closes it. */
export function formatAssistantAdminRoute(fragment: string, route: AssistantAdminRoute | null): string {
  const otherParts = fragment
    .replace(/^#/, "")
    .split("&")
    .filter((part) => part !== "" && !names.some((name) => part === name || part.startsWith(`${name}=`)));
  const ownParts = route
    ? [
        `admin=${encodeURIComponent(route.groupId ?? "")}`,
        ...(route.tab === null ? [] : [`tab=${route.tab}`]),
        ...(route.assistantId === null ? [] : [`ast=${encodeURIComponent(route.assistantId)}`]),
      ]
    : [];
  const parts = [...otherParts, ...ownParts];
  return parts.length === 0 ? "" : `#${parts.join("&")}`;
}
