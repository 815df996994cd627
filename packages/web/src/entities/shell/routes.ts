import { useSyncExternalStore } from "react";

/** What is open. It stands in the address's fragment, `#c={id}`, `#c={id}&m={messageId}` or `#page=home`, which no server sees. */
export interface Open {
  page: "chat" | "home";
  /** Null: a new conversation. */
  conversationId: string | null;
  /** The message of it that is to be brought into view; null: none in particular. */
  messageId: string | null;
  /** Counts what was opened, also when the same thing was opened again. */
  visit: number;
}

/** What is open now; follows back, forward and edits of the address. */
export function useFragment(): Open {
  return useSyncExternalStore(subscribe, readOpen);
}

interface OpenOptions {
  /** Back does not lead to what was open before. */
  replace?: boolean;
  /** The message to bring into view. */
  messageId?: string | null;
}

/** Opens a conversation; null opens a new one. */
export function openConversation(id: string | null, { replace = false, messageId = null }: OpenOptions = {}): void {
  const place = messageId === null ? "" : `&m=${encodeURIComponent(messageId)}`;
  go(id === null ? "" : `#c=${encodeURIComponent(id)}${place}`, replace);
}

/** Opens a page beside the conversation, which stays open under it. */
export function openPage(page: Open["page"]): void {
  const { conversationId } = readOpen();
  const conversation = conversationId === null ? "" : `c=${encodeURIComponent(conversationId)}`;
  const parts = [conversation, page === "home" ? "page=home" : ""].filter((part) => part !== "");
  go(parts.length === 0 ? "" : `#${parts.join("&")}`, false);
}

/** Reads a fragment with or without its `#`. What it does not know, it passes over. */
export function parseFragment(fragment: string): Omit<Open, "visit"> {
  const values = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("+", "%2B"));
  const page = values.get("page") === "home" ? "home" : "chat";
  const conversationId = values.get("c") || null;
  return { page, conversationId, messageId: (conversationId && values.get("m")) || null };
}

/** What is open now, for code that is not a component. */
export function readOpen(): Open {
  if (current.fragment !== location.hash || current.open.visit !== visits) {
    current = { fragment: location.hash, open: { ...parseFragment(location.hash), visit: visits } };
  }
  return current.open;
}

const listeners = new Set<() => void>();
let visits = 0;
let current: { fragment: string | null; open: Open } = {
  fragment: null,
  open: { page: "chat", conversationId: null, messageId: null, visit: 0 },
};

function go(fragment: string, replace: boolean): void {
  const address = location.pathname + location.search + fragment;
  if (replace || fragment === location.hash) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  announce();
}

function announce(): void {
  visits += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("popstate", announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", announce);
  };
}
