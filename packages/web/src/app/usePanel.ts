import { useState } from "react";
import { useIsNarrow } from "../lib/device.ts";
import { useFragment } from "../lib/fragment.ts";
import { readUserValue, writeUserValue } from "../lib/userStorage.ts";

const key = "showChatbar";

export interface PanelState {
  isOpen: boolean;
  /** The panel lies over the page instead of beside it. */
  isOver: boolean;
  toggle: () => void;
  close: () => void;
}

/**
 * Whether the left panel is open. Wide: as this person left it. Narrow: closed at first and again whenever something is opened.
 */
export function usePanel(userId: string): PanelState {
  const isNarrow = useIsNarrow();
  const { visit } = useFragment();
  const [isWideOpen, setIsWideOpen] = useState(() => readUserValue(userId, key) !== "false");
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
  return { isOpen, isOver: isNarrow, toggle: () => set(!isOpen), close: () => set(false) };
}
