import { createContext, type RefObject, useContext, useEffect } from "react";

/** Calls the function that closes the interface, unless there are unsaved changes that the person wants to keep. */
type Guard = (close: () => void) => void;

/** The guard of the editor that is open in the Assistant Admin Interface; `current` null: none is. */
export const EditorGuardContext = createContext<RefObject<Guard | null>>({ current: null });

/** Lets the interface ask the editor before it closes. */
export function useEditorGuard(guard: Guard): void {
  const ref = useContext(EditorGuardContext);
  // After each render, because the guard depends on what has changed.
  useEffect(() => {
    ref.current = guard;
    return () => {
      ref.current = null;
    };
  });
}
