import {
  closeDialog,
  type DialogContribution,
  type DialogContributions,
  useDialogs,
} from "../../entities/shell/dialogs.ts";
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";

interface DialogHostProps {
  dialogs: DialogContributions;
}

/** Shows the dialog that `openDialog` opened. */
export function DialogHost({ dialogs }: DialogHostProps) {
  const { isOpen, dialog: shown, openCount } = useDialogs();
  // The types of openDialog() guarantee that the parameters match the dialog's id.
  const byId: Readonly<Record<string, unknown>> = dialogs;
  const dialog = shown && (byId[shown.id] as DialogContribution<object> | undefined);
  if (!dialog) return null;
  const { Component, loadingMessage, isResetOnOpen = false } = dialog;
  return (
    <OverlaySuspense
      isOpen={isOpen}
      onClose={closeDialog}
      fallback={isOpen && loadingMessage && <LoadingOverlay message={loadingMessage} />}
    >
      <Component key={isResetOnOpen ? openCount : shown.id} {...shown.params} isOpen={isOpen} onClose={closeDialog} />
    </OverlaySuspense>
  );
}
