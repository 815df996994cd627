import { useEffect, useEffectEvent } from "react";
import { matchShortcut } from "../../../entities/shell/shortcuts.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";

const saveShortcut = { id: "saveAssistant", label: "", key: "s", mod: true, run: () => {} };

/** Calls `save` with Ctrl+S, or ⌘S on a Mac, while the editor is active, wherever the focus is in it. */
export function useSaveShortcut({ isCovered }: AssistantEditor, isActive: boolean, save: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!matchShortcut(event, [saveShortcut])) return;
    // Otherwise the browser would offer to save the page.
    event.preventDefault();
    if (!event.repeat && !isCovered()) save();
  });
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => handleKeyDown(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isActive]);
}
