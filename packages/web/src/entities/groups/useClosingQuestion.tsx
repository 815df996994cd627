import { t } from "@lingui/core/macro";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import { discardGroupDrafts, hasGroupDrafts } from "./groupDrafts.ts";

/** Asks before unsaved changes of groups are discarded. Returns what `useDiscardQuestion` does. */
export const useClosingQuestion = (onClose: () => void) =>
  useDiscardQuestion({
    hasChanges: hasGroupDrafts,
    message: t`Your changes to the group haven’t been saved.`,
    onDiscard: discardGroupDrafts,
    onClose,
  });
