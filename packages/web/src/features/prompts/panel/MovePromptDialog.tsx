import type { Folder, PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { getFolderChoices } from "../../../entities/prompts/getFolderChoices.ts";
import { ModalFrame } from "../../../ui/modal/ModalFrame.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";

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
  const { name } = prompt;
  const choices = getFolderChoices(folders);
  return (
    <ModalFrame
      isOpen={isOpen}
      title={t`Move “${name}”`}
      fitsContent
      submitLabel={t`Move`}
      onClose={onClose}
      onSubmit={() => onMove(prompt, folderId === "" ? null : folderId)}
    >
      <SelectField
        label={t`Folder`}
        choices={choices}
        value={choices.some(({ value }) => value === folderId) ? folderId : ""}
        searchable
        data-autofocus
        onChange={setFolderId}
      />
    </ModalFrame>
  );
}
