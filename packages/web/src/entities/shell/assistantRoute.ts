import { useSyncExternalStore } from "react";
import { navigate, readFragment, subscribeToFragment } from "../../lib/fragment.ts";

/** Returns the assistant with which the URL (`#assistant={id}`) opens a new conversation; null: none. */
export function useLinkedAssistantId(): string | null {
  const { fragment } = useSyncExternalStore(subscribeToFragment, readFragment);
  return parseAssistantRoute(fragment);
}

export function parseAssistantRoute(fragment: string): string | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("+", "%2B"));
  return parameters.get("assistant") || null;
}

/** Removes the link from the URL once it has been followed. */
export const closeAssistantLink = (): void => navigate("", { replace: true });

/** Returns the address that opens a new conversation with an assistant. */
export const formatAssistantLink = (assistantId: string): string =>
  `${location.origin}${location.pathname}#assistant=${encodeURIComponent(assistantId)}`;
