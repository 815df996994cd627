import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { discardGroupDrafts, hasGroupDrafts } from "./groupDrafts.ts";

/**
 * Asks before unsaved changes of groups are discarded. Returns the function that closes, unless there are such changes,
 * and the question, to be rendered.
 */
export function useClosingQuestion(onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => {
      // Esc closes the question only, but the dialog below receives it, too.
      if (isAsking) return;
      if (hasGroupDrafts()) setIsAsking(true);
      else onClose();
    },
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Unsaved changes`}
        message={t`Your changes to the group have not been saved.`}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={() => {
          discardGroupDrafts();
          setIsAsking(false);
          onClose();
        }}
        onCancel={() => setIsAsking(false)}
      />
    ),
  };
}
