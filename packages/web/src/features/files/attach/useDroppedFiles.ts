import { useEffect } from "react";
import { carriesFiles } from "./carriesFiles.ts";
import { useLatest } from "./useLatest.ts";

interface Drops {
  isAllowed: boolean;
  /** Files are dragged into the window; they may be dropped soon. */
  onEnter?: () => void;
  onDrop: (files: readonly File[]) => void;
}

/** Takes files that are dropped anywhere; without it the browser would open them in the place of the page. */
export function useDroppedFiles(drops: Drops): void {
  const latest = useLatest(drops);
  const { isAllowed } = drops;
  useEffect(() => {
    if (!isAllowed) return;
    const enter = (event: DragEvent) => {
      if (carriesFiles(event)) latest.current.onEnter?.();
    };
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
      const items = [...event.dataTransfer.items].filter((item) => item.kind === "file" && !isFolder(item));
      latest.current.onDrop(items.flatMap((item) => item.getAsFile() ?? []));
    };
    addEventListener("dragenter", enter);
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, [isAllowed, latest]);
}
