import { Button } from "@mantine/core";
import { useRef } from "react";

interface FileChooserProps {
  /** The name of the button. */
  label: string;
  /** The name of the field, for programs that read the page aloud. */
  fieldLabel: string;
  accept: string;
  isDisabled?: boolean;
  onFile: (file: File) => void;
}

/** A button that chooses a file of the device. */
export function FileChooser({ label, fieldLabel, accept, isDisabled = false, onFile }: FileChooserProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" disabled={isDisabled} onClick={() => inputRef.current?.click()}>
        {label}
      </Button>
      <input
        ref={inputRef}
        type="file"
        accept={accept}
        aria-label={fieldLabel}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          // Reset the input, so that the same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
