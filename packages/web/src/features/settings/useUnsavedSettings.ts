import type { UserSettings } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useEffect, useLayoutEffect, useRef } from "react";
import { createPageStore } from "../../lib/pageStore.ts";
import { notifySuccess } from "../../ui/notices/notify.tsx";

type Changes = Partial<UserSettings>;

/** Outside of the dialog, because another language creates the dialog again. */
const useStore = createPageStore<{ userId: string | null; changes: Changes; hasSaved: boolean }>(() => ({
  userId: null,
  changes: {},
  hasSaved: false,
}));

const noChanges: Changes = {};

/**
 * The changes of the settings dialog that cannot be saved because of a problem. They are discarded when the dialog is
 * opened again, and remain while it closes, so that its contents do not change. `markSaved`: shows the notice that
 * settings were saved, once and when the dialog is closed, because a notice for each change would move the dialog.
 */
export function useUnsavedSettings(userId: string, isOpen: boolean) {
  const changes = useStore((state) => (state.userId === userId ? state.changes : noChanges));
  const hasSaved = useStore((state) => state.hasSaved);
  const wasOpenRef = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpenRef.current) useStore.setState({ userId, changes: {} });
    wasOpenRef.current = isOpen;
  }, [userId, isOpen]);
  useEffect(() => {
    if (isOpen || !hasSaved) return;
    useStore.setState({ hasSaved: false });
    notifySuccess(t`Settings saved succsessully`);
  }, [isOpen, hasSaved]);
  return {
    unsavedChanges: changes,
    setUnsavedChanges: (newChanges: Changes) => useStore.setState({ userId, changes: newChanges }),
    markSaved: () => useStore.setState({ hasSaved: true }),
  };
}
