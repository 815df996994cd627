import { isApple } from "../../lib/device.ts";
import type { Workspace } from "./workspace.ts";

/** Keys that work wherever the focus is. */
export interface ShortcutContribution {
  /** A palette action with the same id shows these keys. */
  id: string;
  /** The description in the list of shortcuts. */
  label: string;
  /** `KeyboardEvent.key`, in lower case. */
  key: string;
  /** With Ctrl, or ⌘ on a Mac. */
  mod?: boolean;
  shift?: boolean;
  /** A key without Ctrl, ⌘ or Alt: it does nothing in a text field. */
  isPlain?: boolean;
  run: (workspace: Workspace) => void;
}

export const modKey = isApple ? "⌘" : "Ctrl";

/** The shortcut that a key press triggers; null: none. */
export function matchShortcut(
  event: KeyboardEvent,
  shortcuts: readonly ShortcutContribution[],
): ShortcutContribution | null {
  if (event.isComposing || event.defaultPrevented || event.altKey) return null;
  const hasMod = isApple ? event.metaKey : event.ctrlKey;
  const hasOtherMod = isApple ? event.ctrlKey : event.metaKey;
  if (hasOtherMod) return null;
  const pressed = event.key.toLowerCase();
  const found = shortcuts.find(({ key, mod = false, shift = false, isPlain = false }) => {
    if (key !== pressed || hasMod !== mod) return false;
    // Ignore Shift: some keyboards need it for `?`, others do not.
    return isPlain ? !isTextField(event.target) : event.shiftKey === shift;
  });
  return found ?? null;
}

/** The key caps of a shortcut, as in `Ctrl`, `Shift`, `O`. */
export function keyCapsOf({ key, mod = false, shift = false }: ShortcutContribution): string[] {
  const cap = key === "escape" ? "Esc" : key.toUpperCase();
  return [...(mod ? [modKey] : []), ...(shift ? [isApple ? "⇧" : "Shift"] : []), cap];
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
