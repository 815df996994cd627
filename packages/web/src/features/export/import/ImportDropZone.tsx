import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { useIsTouchDevice } from "../../../lib/device.ts";
import classes from "./ImportDropZone.module.css";

interface ImportDropZoneProps {
  isDisabled: boolean;
  onFile: (file: File) => void;
}

/** Accepts a file that is chosen or dropped. */
export function ImportDropZone({ isDisabled, onFile }: ImportDropZoneProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const isTouchDevice = useIsTouchDevice();
  const [isDragOver, setIsDragOver] = useState(false);
  const selectFirst = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isDisabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    // The composer behind the dialog also accepts dropped files.
    event.stopPropagation();
    setIsDragOver(false);
    selectFirst(event.dataTransfer.files);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsDragOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button below works for everyone
    <div
      className={isDragOver ? `${classes.zone} ${classes.over}` : classes.zone}
      onDragOver={dragOver}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={32} stroke={1.3} aria-hidden />
      <p className={classes.line}>
        {isTouchDevice ? t`Choose a file from this device.` : t`Drop a file here, or choose one.`}
      </p>
      <Button disabled={isDisabled} onClick={() => inputRef.current?.click()} data-autofocus>
        {t`Choose file`}
      </Button>
      <input
        ref={inputRef}
        type="file"
        accept=".json,.zip,application/json,application/zip"
        aria-label={t`File to import`}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          selectFirst(event.currentTarget.files);
          // Reset the input, so that the same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
      <p className={classes.note}>{t`Lectern, ChatGPT or Claude exports (.zip or .json)`}</p>
    </div>
  );
}
