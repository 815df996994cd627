import { isApple } from "../../lib/device.ts";
import { openDialog, useDialogs } from "./dialogs.ts";

let typedText = "";
let stopCapturing: (() => void) | null = null;

/** Opens the palette, which takes what is typed from now on. */
export function openPalette(): void {
  openDialog("palette");
  captureTyping();
}

/**
 * Collects what is typed until the field of the palette takes it, so that no letter reaches the field that still has
 * the focus while the code of the palette loads and the palette opens.
 */
function captureTyping(): void {
  stopCapturing?.();
  typedText = "";
  const onKeyDown = (event: KeyboardEvent) => {
    // Esc and the shortcut close the palette, also before it is shown.
    if (event.key === "Escape" || (!isTextKey(event) && hasModifier(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Backspace") typedText = [...typedText].slice(0, -1).join("");
    else if (isTextKey(event)) typedText += event.key;
  };
  const stopWatching = useDialogs.subscribe(({ isOpen, dialog }) => {
    if (!isOpen || dialog?.id !== "palette") stopCapturing?.();
  });
  addEventListener("keydown", onKeyDown, true);
  stopCapturing = () => {
    removeEventListener("keydown", onKeyDown, true);
    stopWatching();
    stopCapturing = null;
  };
}

/** Ends the collection and returns the collected text. Called when the field has the focus. */
export function takeTypedText(): string {
  const text = stopCapturing ? typedText : "";
  stopCapturing?.();
  return text;
}

const hasModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;

/** True if the key types a character. AltGr, which types `@` on some keyboards, is reported as Ctrl and Alt. */
function isTextKey(event: KeyboardEvent): boolean {
  if ([...event.key].length !== 1) return false;
  const isCharacterKey = event.getModifierState("AltGraph") || (isApple && event.altKey && !event.ctrlKey);
  return !event.metaKey && (isCharacterKey || !hasModifier(event));
}
