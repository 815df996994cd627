import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Modal } from "../Modal.tsx";
import { codeFileName, safeFileName } from "./codeFileName.ts";

interface DownloadDialogProps {
  code: string;
  language: string;
  onClose: () => void;
}

/** Asks for a file name and saves the code under it. */
export function DownloadDialog({ code, language, onClose }: DownloadDialogProps) {
  const suggestion = codeFileName(language);
  const [name, setName] = useState(suggestion);
  const save = () => {
    saveText(code.endsWith("\n") ? code : `${code}\n`, safeFileName(name, suggestion));
    onClose();
  };
  return (
    <Modal isOpen title="Download code" submitLabel="Download" fitsContent onClose={onClose} onSubmit={save}>
      <TextInput
        label="File name"
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

function saveText(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the file by the time that the click returns; a moment more does no harm.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
