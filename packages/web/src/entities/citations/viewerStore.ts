import type { Location } from "@lectern/contract";
import { create } from "zustand";

/** A document, or a passage in it. */
export interface DocumentPassage {
  /** The file's key; null: the text was given without a file, and `quote` is all there is. */
  key: string | null;
  name: string;
  /** The number by which an answer cites it. */
  index: number | null;
  quote: string | null;
  /** Its pieces of the document's content; empty: the document from its beginning. */
  originalIndexes: readonly number[];
  locations: readonly Location[];
  groupId: string | null;
}

interface ViewerState {
  isOpen: boolean;
  /** What can be gone through. They stay while the viewer closes. */
  passages: readonly DocumentPassage[];
  /** Which of them is open. */
  at: number;
}

export const useViewer = create<ViewerState>(() => ({ isOpen: false, passages: [], at: 0 }));

/** Opens the viewer on one of the passages. */
export function openPassages(passages: readonly DocumentPassage[], at: number): void {
  useViewer.setState({ isOpen: true, passages, at });
}

/** Opens the viewer on a file. */
export function openFile({ id, name, groupId }: { id: string; name: string; groupId: string | null }): void {
  openPassages([{ key: id, name, groupId, index: null, quote: null, originalIndexes: [], locations: [] }], 0);
}

export function closeViewer(): void {
  useViewer.setState({ isOpen: false });
}
