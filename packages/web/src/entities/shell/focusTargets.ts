import type { PanelTabId } from "./panels.ts";

/**
 * The fields to which shortcuts and palette actions move the focus, each with its accessible name and the tab of the
 * left panel that contains it.
 */
const fields = {
  message: { label: "Message", tab: null },
  conversationSearch: { label: "Search conversations", tab: "chats" },
} as const satisfies Record<string, { label: string; tab: PanelTabId | null }>;

export type FocusTarget = keyof typeof fields;

/**
 * Reveals a field that a panel covers or a closed panel contains. `tab`: the tab that contains it; null: the page
 * itself.
 */
type FocusHandler = (tab: PanelTabId | null) => void;

let handler: FocusHandler | null = null;

/**
 * Registers the handler that reveals a field before the field receives the focus. Returns the function that removes the
 * handler.
 */
export function registerFocusHandler(newHandler: FocusHandler): () => void {
  handler = newHandler;
  return () => {
    if (handler === newHandler) handler = null;
  };
}

/** Moves the focus to a field, after revealing it. */
export function focusField(target: FocusTarget): void {
  const { label, tab } = fields[target];
  handler?.(tab);
  document.querySelector<HTMLElement>(`:is(input,textarea)[aria-label="${label}"]`)?.focus();
}
