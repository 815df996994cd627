import type { UserSettings } from "@lectern/contract";
import { useLayoutEffect, useRef } from "react";
import { create } from "zustand";

type Changes = Partial<UserSettings>;

/** Outside of the dialog, because another language creates the dialog again. */
const useStore = create<{ userId: string | null; changes: Changes }>(() => ({ userId: null, changes: {} }));

const noChanges: Changes = {};

/**
 * The changes of the settings dialog that cannot be saved because of a problem. They are discarded when the dialog is
 * opened again, and remain while it closes, so that its contents do not change.
 */
export function useUnsavedSettings(userId: string, isOpen: boolean) {
  const changes = useStore((state) => (state.userId === userId ? state.changes : noChanges));
  const wasOpenRef = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpenRef.current) useStore.setState({ userId, changes: {} });
    wasOpenRef.current = isOpen;
  }, [userId, isOpen]);
  return {
    unsavedChanges: changes,
    setUnsavedChanges: (newChanges: Changes) => useStore.setState({ userId, changes: newChanges }),
  };
}
