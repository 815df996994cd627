import { useState } from "react";

/** Counts how often a dialog was opened: as its key, it begins anew each time. */
export function useTimesOpened(isOpen: boolean): number {
  const [{ wasOpen, times }, setState] = useState({ wasOpen: isOpen, times: 0 });
  if (isOpen !== wasOpen) setState({ wasOpen: isOpen, times: isOpen ? times + 1 : times });
  return times;
}
