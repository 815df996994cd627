import type { Memory } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMemoryActions } from "../../entities/memory/memoryActions.ts";
import { ConfirmDeletion } from "./ConfirmDeletion.tsx";

interface DeleteMemoryDialogProps {
  /** What is to be deleted; null: the dialog is closed. */
  memory: Pick<Memory, "id" | "content"> | null;
  onClose: () => void;
}

/** Asks before a memory is deleted. */
export function DeleteMemoryDialog({ memory, onClose }: DeleteMemoryDialogProps) {
  const { remove } = useMemoryActions();
  const content = memory?.content ?? "";
  return (
    <ConfirmDeletion
      isOpen={memory !== null}
      title={t`Delete memory`}
      message={t`Delete “${content}”? Later answers no longer use it.`}
      onDelete={async () => memory !== null && (await remove(memory.id))}
      onClose={onClose}
    />
  );
}
