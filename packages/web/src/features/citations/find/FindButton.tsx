import { t } from "@lingui/core/macro";
import { IconSearch } from "@tabler/icons-react";
import { use, useEffect, useEffectEvent } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useLoadedFile } from "../viewer/useDocumentFile.ts";
import { FindContext } from "./FindContext.ts";

// Not translated: ARIA’s names of keys.
const keyShortcuts = "Control+F Meta+F";

/** Opens the search in the document, also with the browser's keys for it while the focus is in the viewer. */
export function FindButton({ passage }: { passage: DocumentPassage }) {
  const find = use(FindContext);
  const file = useLoadedFile(passage);
  const hasText = passage.key === null || (file?.state === "ready" && (file.totalItems ?? 0) > 0);
  if (!find || !hasText) return null;
  return <OpenButton onOpen={find.open} viewer={find.slot?.parentElement ?? null} />;
}

function OpenButton({ onOpen, viewer }: { onOpen: () => void; viewer: Element | null }) {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isFindKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "f";
    if (!isFindKey || !(event.target instanceof Element) || !viewer?.contains(event.target)) return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return (
    <IconButton name={t`Find in the document`} aria-keyshortcuts={keyShortcuts} onClick={onOpen}>
      <IconSearch size={18} stroke={1.6} />
    </IconButton>
  );
}
