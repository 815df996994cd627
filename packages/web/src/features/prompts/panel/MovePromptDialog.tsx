import type { Folder, PromptTemplate } from "@lectern/contract";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { getFolderChoices } from "../../../entities/prompts/getFolderChoices.ts";
import { ModalFrame } from "../../../ui/modal/ModalFrame.tsx";

interface MovePromptDialogProps {
  isOpen: boolean;
  prompt: PromptTemplate;
  folders: readonly Folder[];
  onClose: () => void;
  /** `folderId`: null for no folder. */
  onMove: (prompt: PromptTemplate, folderId: string | null) => void;
}

/** Asks for the folder to move a template to. */
export function MovePromptDialog({ isOpen, prompt, folders, onClose, onMove }: MovePromptDialogProps) {
  const [folderId, setFolderId] = useState(prompt.folderId ?? "");
  const choices = getFolderChoices(folders);
  return (
    <ModalFrame
      isOpen={isOpen}
      title={`Move “${prompt.name}”`}
      fitsContent
      submitLabel="Move"
      onClose={onClose}
      onSubmit={() => onMove(prompt, folderId === "" ? null : folderId)}
    >
      <NativeSelect
        label="Folder"
        data={choices}
        value={choices.some(({ value }) => value === folderId) ? folderId : ""}
        data-autofocus
        onChange={({ currentTarget }) => setFolderId(currentTarget.value)}
      />
    </ModalFrame>
  );
}
