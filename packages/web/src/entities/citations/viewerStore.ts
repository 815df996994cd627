import type { Location } from "@lectern/contract";
import { createContext } from "react";
import { createPageStore } from "../../lib/pageStore.ts";
import { openDetailPanel, useIsDetailOpen } from "../shell/detail/detailPanel.ts";

/** The id under which the document viewer is a content of the detail panel. */
export const documentViewerId = "documentViewer";

/** A document, or a passage in it. */
export interface DocumentPassage {
  /** The file's key; null if there is no file but only the `quote`. */
  key: string | null;
  name: string;
  /** The number by which an answer cites the passage. */
  index: number | null;
  /** The text of the passage, without the headings above it. */
  quote: string | null;
  /** The headings above the passage, outermost first; absent if there are none. */
  headings?: string | undefined;
  /** The part of the quote that matters most, as it is in the quote; absent: no part is known to. */
  keySentence?: string | undefined;
  /** The indexes of the content items that the passage covers; empty to show the document from its start. */
  originalIndexes: readonly number[];
  locations: readonly Location[];
  groupId: string | null;
  /** The key of the text that the indexes refer to; null or absent: the present one. */
  contentKey?: string | null | undefined;
  /** Opens the passage of a document of an assistant, which the person cannot open; absent: the document can be. */
  citation?: string | undefined;
  /** The assistant through which the person may read the file; absent: the person's own right is needed. */
  assistantId?: string | undefined;
}

interface ViewerState {
  /** The passages to browse. They are still shown while the viewer fades out. */
  passages: readonly DocumentPassage[];
  /** The position in `passages` of the open one. */
  position: number;
}

export const useViewer = createPageStore<ViewerState>(() => ({ passages: [], position: 0 }));

/** Returns the passage that the viewer shows; undefined: the viewer is closed. */
export function useOpenPassage(): DocumentPassage | undefined {
  const isOpen = useIsDetailOpen(documentViewerId);
  return useViewer(({ passages, position }) => (isOpen ? passages[position] : undefined));
}

/** True for answers in a dialog: their passages open over the dialog. */
export const IsInDialogContext = createContext(false);

/** Opens the viewer at one of the passages. */
export function openPassages(
  passages: readonly DocumentPassage[],
  position: number,
  options?: { isOverDialog?: boolean },
): void {
  useViewer.setState({ passages, position });
  openDetailPanel(documentViewerId, options);
}

/** Shows another of the open passages. */
export function showPassage(position: number): void {
  useViewer.setState({ position });
}

/** Opens the viewer with a file. `assistantId`: see `DocumentPassage`. */
export function openFile({
  id,
  ...passage
}: {
  id: string;
  name: string;
  groupId: string | null;
  assistantId?: string;
}): void {
  openPassages([{ key: id, ...passage, index: null, quote: null, originalIndexes: [], locations: [] }], 0);
}
