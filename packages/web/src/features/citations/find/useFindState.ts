import { useCallback, useRef, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import type { FindContextValue } from "./FindContext.ts";

/**
 * Returns the state of the search in the document of a passage; undefined: the viewer is closed. Another passage closes
 * the search, which would scroll away from it.
 */
export function useFindState(passage: DocumentPassage | undefined): FindContextValue {
  const [search, setSearch] = useState<{ passage: DocumentPassage; text: string } | null>(null);
  if (search !== null && search.passage !== passage) setSearch(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const shownFieldRef = useRef<HTMLInputElement>(null);
  const openerRef = useRef<Element | null>(null);
  const isFocusWantedRef = useRef(false);
  const focusField = useCallback(() => {
    const field = shownFieldRef.current;
    if (!field || !isFocusWantedRef.current) return;
    isFocusWantedRef.current = false;
    field.focus({ preventScroll: true });
    field.select();
  }, []);
  const fieldRef = useCallback(
    (field: HTMLInputElement | null) => {
      shownFieldRef.current = field;
      focusField();
    },
    [focusField],
  );
  return {
    isOpen: search !== null,
    text: search?.text ?? "",
    onText: (text) => passage && setSearch({ passage, text }),
    open: () => {
      if (!passage) return;
      isFocusWantedRef.current = true;
      if (search === null) {
        openerRef.current = document.activeElement;
        setSearch({ passage, text: "" });
      } else focusField();
    },
    close: () => {
      setSearch(null);
      const opener = openerRef.current;
      const target = opener instanceof HTMLElement && opener.isConnected ? opener : slot?.parentElement;
      target?.focus({ preventScroll: true });
    },
    slot,
    slotRef: setSlot,
    fieldRef,
  };
}
