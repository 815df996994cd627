import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Modal } from "../../modal/Modal.tsx";
import { saveFile } from "../../saveFile.ts";
import { buildCodeFileName, toSafeFileName } from "./codeFileName.ts";

interface DownloadCodeDialogProps {
  code: string;
  language: string;
  onClose: () => void;
}

/** Asks for a file name and saves the code. */
export function DownloadCodeDialog({ code, language, onClose }: DownloadCodeDialogProps) {
  const suggestion = buildCodeFileName(language);
  const [name, setName] = useState(suggestion);
  const save = () => {
    const text = code.endsWith("\n") ? code : `${code}\n`;
    saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), toSafeFileName(name, suggestion));
    onClose();
  };
  return (
    <Modal isOpen title={t`Download code`} submitLabel={t`Download`} fitsContent onClose={onClose} onSubmit={save}>
      <TextInput
        label={t`File name`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.setSelectionRange(0, name.lastIndexOf("."))}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
      />
    </Modal>
  );
}
