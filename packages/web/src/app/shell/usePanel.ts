import { useState } from "react";
import { useRoute } from "../../entities/shell/routes.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

export interface PanelState {
  isOpen: boolean;
  /** True if the panel covers the page instead of appearing beside it. */
  isOver: boolean;
  toggle: () => void;
  open: () => void;
  close: () => void;
}

/** Maps each panel's storage key to its initial state: true if it is open. */
const initiallyOpen = { showChatbar: true, showPromptbar: false };

/**
 * Manages the state of a panel. In wide windows the state is stored. In narrow windows a panel starts closed, and
 * closes when a conversation or page is opened.
 */
export function usePanel(userId: string, key: keyof typeof initiallyOpen): PanelState {
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
  return { isOpen, isOver: isNarrow, toggle: () => set(!isOpen), open: () => set(true), close: () => set(false) };
}

function readStoredState(userId: string, key: keyof typeof initiallyOpen): boolean {
  const stored = readUserValue(userId, key);
  return stored === null ? initiallyOpen[key] : stored === "true";
}
