import { useState } from "react";
import { useRoute } from "../../entities/shell/routes.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

export interface PanelState {
  isOpen: boolean;
  /** True if the panel covers the page instead of appearing beside it. */
  isOverlay: boolean;
  toggle: () => void;
  open: () => void;
  close: () => void;
}

/** By storage key: true if the panel is open in a wide window before the person first opens or closes it. */
const initialIsOpenByKey = { showChatbar: true, showPromptbar: false };

/**
 * Manages whether a panel is open. For wide windows the state is stored in the browser. In narrow windows a panel
 * starts closed, and closes when a conversation or page is opened.
 */
export function usePanel(userId: string, key: keyof typeof initialIsOpenByKey): PanelState {
  const isNarrow = useIsNarrow();
  const { visit } = useRoute();
  const [isWideOpen, setIsWideOpen] = useState(() => readStoredState(userId, key));
  const [isNarrowOpen, setIsNarrowOpen] = useState(false);
  const [seenVisit, setSeenVisit] = useState(visit);
  if (seenVisit !== visit) {
    setSeenVisit(visit);
    setIsNarrowOpen(false);
  }
  const isOpen = isNarrow ? isNarrowOpen : isWideOpen;
  const set = (next: boolean) => {
    if (isNarrow) return setIsNarrowOpen(next);
    setIsWideOpen(next);
    writeUserValue(userId, key, String(next));
  };
  return { isOpen, isOverlay: isNarrow, toggle: () => set(!isOpen), open: () => set(true), close: () => set(false) };
}

function readStoredState(userId: string, key: keyof typeof initialIsOpenByKey): boolean {
  const stored = readUserValue(userId, key);
  return stored === null ? initialIsOpenByKey[key] : stored === "true";
}
