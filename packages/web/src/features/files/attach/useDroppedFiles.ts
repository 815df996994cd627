import { useEffect } from "react";
import { carriesFiles } from "./carriesFiles.ts";
import { useLatest } from "./useLatest.ts";

interface DropOptions {
  isAllowed: boolean;
  /** Called when files are dragged into the window, to prepare for a drop. */
  onEnter?: () => void;
  onDrop: (files: readonly File[]) => void;
}

/**
 * Handles files dropped anywhere on the page, and ignores folders. By default the browser would open the files in place
 * of the page.
 */
export function useDroppedFiles(options: DropOptions): void {
  const latestOptionsRef = useLatest(options);
  const { isAllowed } = options;
  useEffect(() => {
    if (!isAllowed) return;
    const enter = (event: DragEvent) => {
      if (carriesFiles(event)) latestOptionsRef.current.onEnter?.();
    };
    const handleDragOver = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
      const items = [...event.dataTransfer.items].filter((item) => item.kind === "file" && !isFolder(item));
      latestOptionsRef.current.onDrop(items.flatMap((item) => item.getAsFile() ?? []));
    };
    addEventListener("dragenter", enter);
    addEventListener("dragover", handleDragOver);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragover", handleDragOver);
      removeEventListener("drop", drop);
    };
  }, [isAllowed, latestOptionsRef]);
}
