import { t } from "@lingui/core/macro";
import { IconFileUpload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { carriesFiles } from "./carriesFiles.ts";
import classes from "./DropOverlay.module.css";

/** Shows a drop hint while files are dragged over the page. */
export function DropOverlay({ text }: { text?: string }) {
  const [isDragged, setIsDragged] = useState(false);
  useEffect(() => {
    const handleDragOver = (event: DragEvent) => {
      if (carriesFiles(event)) setIsDragged(true);
    };
    // If there is no related target, the pointer has left the window.
    const handleDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDragged(false);
    };
    const hide = () => setIsDragged(false);
    addEventListener("dragover", handleDragOver);
    addEventListener("dragleave", handleDragLeave);
    addEventListener("drop", hide);
    addEventListener("dragend", hide);
    return () => {
      removeEventListener("dragover", handleDragOver);
      removeEventListener("dragleave", handleDragLeave);
      removeEventListener("drop", hide);
      removeEventListener("dragend", hide);
    };
  }, []);
  return (
    <div role="status" className={classes.place}>
      {isDragged && (
        <div className={classes.overlay}>
          <IconFileUpload size={32} stroke={1.3} aria-hidden />
          {text ?? t`Drop files to attach`}
        </div>
      )}
    </div>
  );
}
