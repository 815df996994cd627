import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface DiscardQuestionOptions {
  /** Called when the dialog is to be closed. */
  hasChanges: () => boolean;
  /** Says what has not been saved. */
  message: string;
  onDiscard: () => void;
  onClose: () => void;
}

/**
 * Asks before a dialog closes that contains unsaved changes. Returns the function that closes, unless there are such
 * changes, and the question, to be rendered.
 */
export function useDiscardQuestion({ hasChanges, message, onDiscard, onClose }: DiscardQuestionOptions) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => {
      if (hasChanges()) setIsAsking(true);
      else onClose();
    },
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Unsaved changes`}
        message={message}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={() => {
          setIsAsking(false);
          onDiscard();
          onClose();
        }}
        onCancel={() => setIsAsking(false)}
      />
    ),
  };
}
