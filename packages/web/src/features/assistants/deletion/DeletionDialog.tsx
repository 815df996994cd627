import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { ConfirmDeletion } from "./ConfirmDeletion.tsx";
import type { AssistantName } from "./deleteAssistants.ts";

/** Deletes assistants after a confirmation. */
export function DeletionDialog({
  isOpen,
  onClose,
  assistants,
}: DialogProps & { assistants: readonly AssistantName[] }) {
  return <ConfirmDeletion place="panel" assistants={isOpen ? assistants : null} onClose={onClose} />;
}
