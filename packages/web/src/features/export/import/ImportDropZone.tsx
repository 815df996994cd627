import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import classes from "./ImportDropZone.module.css";

interface ImportDropZoneProps {
  isDisabled: boolean;
  onFile: (file: File) => void;
}

/** Where a file is chosen, or dropped. */
export function ImportDropZone({ isDisabled, onFile }: ImportDropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isDisabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    // The composer behind the dialog takes files too.
    event.stopPropagation();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the other way; the button below is for all
    <div
      className={isOver ? `${classes.zone} ${classes.over}` : classes.zone}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={32} stroke={1.3} aria-hidden />
      <p className={classes.line}>Drop a file here, or choose one.</p>
      <Button disabled={isDisabled} onClick={() => input.current?.click()} data-autofocus>
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.zip,application/json,application/zip"
        aria-label="File to import"
        tabIndex={-1}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same one can be chosen again.
          event.currentTarget.value = "";
        }}
      />
      <p className={classes.note}>
        What was exported here, or from a workspace of this kind; the export of ChatGPT or Claude, as the{" "}
        <code>.zip</code> that you were given or its <code>conversations.json</code>.
      </p>
    </div>
  );
}
