import { t } from "@lingui/core/macro";
import { isApple } from "../../lib/device.ts";
import type { DialogId } from "./dialogs.ts";
import type { Workspace } from "./workspace.ts";

/** A keyboard shortcut of the whole page. */
export interface ShortcutContribution {
  /** A palette action with the same id shows these keys. */
  id: string;
  /** The description in the list of shortcuts. */
  label: string;
  /** `KeyboardEvent.key`, in lower case. */
  key: string;
  /** True if Ctrl, or ⌘ on a Mac, must be pressed. */
  mod?: boolean;
  shift?: boolean;
  /** True for a key that is pressed without Ctrl, ⌘ or Alt. The shortcut then has no effect in a text field. */
  isPlain?: boolean;
  /** The dialog that `run` opens. While it is open or its code is loading, the shortcut closes it. */
  dialog?: DialogId;
  run: (workspace: Workspace) => void;
}

/** The keys that open the palette, which are also printed on the page. */
export const paletteKeys = { key: "k", mod: true };

/** The names of keys as they are printed on the keyboards of a language. */
export const keyNames = {
  mod: () => (isApple ? "⌘" : t({ message: "Ctrl", comment: "the key" })),
  shift: () => (isApple ? "⇧" : t({ message: "Shift", comment: "the key" })),
  enter: () => t({ message: "Enter", comment: "the key" }),
  escape: () => t({ message: "Esc", comment: "the key" }),
  home: () => t({ message: "Home", comment: "the key" }),
  end: () => t({ message: "End", comment: "the key" }),
  delete: () => t({ message: "Del", comment: "the key" }),
};

/** Returns the shortcut that a key press triggers; null: none. */
export function matchShortcut(
  event: KeyboardEvent,
  shortcuts: readonly ShortcutContribution[],
): ShortcutContribution | null {
  if (event.isComposing || event.defaultPrevented || event.altKey) return null;
  const hasMod = isApple ? event.metaKey : event.ctrlKey;
  const hasOtherMod = isApple ? event.ctrlKey : event.metaKey;
  if (hasOtherMod) return null;
  const pressedKey = event.key.toLowerCase();
  const shortcut = shortcuts.find(({ key, mod = false, shift = false, isPlain = false }) => {
    if (key !== pressedKey || hasMod !== mod) return false;
    // Ignore Shift: some keyboards need it for `?`, others do not.
    return isPlain ? !isTextField(event.target) : event.shiftKey === shift;
  });
  return shortcut ?? null;
}

/** Returns the key caps of a shortcut, for example `Ctrl`, `Shift`, `O`. */
export function getKeyCaps({
  key,
  mod = false,
  shift = false,
}: Pick<ShortcutContribution, "key" | "mod" | "shift">): string[] {
  const cap = key === "escape" ? keyNames.escape() : key.toUpperCase();
  return [...(mod ? [keyNames.mod()] : []), ...(shift ? [keyNames.shift()] : []), cap];
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
