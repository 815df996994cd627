import { useState } from "react";
import { useRoute } from "../../entities/shell/routes.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

export interface PanelState {
  isOpen: boolean;
  /** The panel lies over the page instead of beside it. */
  isOver: boolean;
  toggle: () => void;
  open: () => void;
  close: () => void;
}

/** The panels, by the key under which it is kept whether one is open. The left one is at first, the right one is not. */
const openAtFirst = { showChatbar: true, showPromptbar: false };

/** Whether a panel is open. Wide: as this person left it. Narrow: closed at first and again whenever something is opened. */
export function usePanel(userId: string, key: keyof typeof openAtFirst): PanelState {
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

function readStoredState(userId: string, key: keyof typeof openAtFirst): boolean {
  const kept = readUserValue(userId, key);
  return kept === null ? openAtFirst[key] : kept === "true";
}
