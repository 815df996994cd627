import { isApple } from "../../lib/device.ts";

/** Keys that do something wherever the focus is, but for `isPlain` ones, which leave text fields alone. */
export type GlobalShortcut = "palette" | "newChat" | "shortcuts" | "settings" | "focusMessage" | "search";

interface Shortcut {
  /** `KeyboardEvent.key`, lower case. */
  key: string;
  mod?: boolean;
  shift?: boolean;
  /** A key without Ctrl, ⌘ or Alt: it does nothing while text is typed. */
  isPlain?: boolean;
}

const shortcuts: Record<GlobalShortcut, Shortcut> = {
  palette: { key: "k", mod: true },
  newChat: { key: "o", mod: true, shift: true },
  search: { key: "f", mod: true, shift: true },
  settings: { key: ",", mod: true },
  focusMessage: { key: "escape", shift: true },
  shortcuts: { key: "?", isPlain: true },
};

const names = Object.keys(shortcuts) as GlobalShortcut[]; // the keys of a record with exactly these

/** What a key press asks for; null: nothing of ours. */
export function shortcutOf(event: KeyboardEvent): GlobalShortcut | null {
  if (event.isComposing || event.defaultPrevented || event.altKey) return null;
  const hasMod = isApple ? event.metaKey : event.ctrlKey;
  const hasOther = isApple ? event.ctrlKey : event.metaKey;
  if (hasOther) return null;
  const key = event.key.toLowerCase();
  const found = names.find((name) => {
    const wanted = shortcuts[name];
    if (wanted.key !== key || hasMod !== (wanted.mod ?? false)) return false;
    // Where `?` stands is the keyboard's own affair.
    return wanted.isPlain ? !isTyping(event.target) : event.shiftKey === (wanted.shift ?? false);
  });
  return found ?? null;
}

/** As it stands on a key cap, as in `Ctrl Shift O`. */
export function keysOf(name: GlobalShortcut): string[] {
  const { key, mod, shift } = shortcuts[name];
  const cap = key === "escape" ? "Esc" : key.toUpperCase();
  return [...(mod ? [modKey] : []), ...(shift ? [isApple ? "⇧" : "Shift"] : []), cap];
}

export const modKey = isApple ? "⌘" : "Ctrl";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
