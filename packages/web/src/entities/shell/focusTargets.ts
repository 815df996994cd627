import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { i18n } from "../../lib/i18n/i18n.ts";

/**
 * The fields to which shortcuts and palette actions move the focus, each with its accessible name and the tab of the
 * left panel that contains it.
 */
const fields = {
  message: { label: msg`Message`, tab: null },
  conversationSearch: { label: msg`Search chats`, tab: "chats" },
} as const satisfies Record<string, { label: MessageDescriptor; tab: string | null }>;

export type FocusTarget = keyof typeof fields;

/**
 * Reveals a field that a panel covers or a closed panel contains. `tab`: the tab that contains it; null: the page
 * itself.
 */
type FocusHandler = (tab: string | null) => void;

let focusHandler: FocusHandler | null = null;

/**
 * Registers the handler that reveals a field before the field receives the focus. Returns the function that removes the
 * handler.
 */
export function registerFocusHandler(newHandler: FocusHandler): () => void {
  focusHandler = newHandler;
  return () => {
    if (focusHandler === newHandler) focusHandler = null;
  };
}

/** Moves the focus to a field, after revealing it. */
export function focusField(target: FocusTarget): void {
  const { label, tab } = fields[target];
  focusHandler?.(tab);
  document.querySelector<HTMLElement>(`:is(input,textarea)[aria-label="${CSS.escape(i18n._(label))}"]`)?.focus();
}
