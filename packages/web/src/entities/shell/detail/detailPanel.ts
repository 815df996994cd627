import type { ComponentType, LazyExoticComponent } from "react";
import { createPageStore } from "../../../lib/pageStore.ts";

/** Something that is shown beside the conversation, such as a document. */
export interface DetailPanelContribution {
  id: string;
  /** Renders its content in a `DetailFrame`. Loaded when the panel is first opened. */
  Component: LazyExoticComponent<ComponentType>;
}

interface DetailPanelState {
  isOpen: boolean;
  /** The contribution that is open, or the last one that was, which is still shown while it fades out. */
  id: string | null;
  /** True if it was opened from a dialog, which would cover a panel beside the conversation. */
  isOverDialog: boolean;
}

export const useDetailPanel = createPageStore<DetailPanelState>(() => ({
  isOpen: false,
  id: null,
  isOverDialog: false,
}));

/** Opens the panel with a contribution, in place of the one that is open, if any. */
export function openDetailPanel(id: string, { isOverDialog = false }: { isOverDialog?: boolean } = {}): void {
  useDetailPanel.setState({ isOpen: true, id, isOverDialog });
}

export function closeDetailPanel(): void {
  useDetailPanel.setState({ isOpen: false });
}

/** True while the panel shows this contribution. */
export const useIsDetailOpen = (id: string): boolean => useDetailPanel((panel) => panel.isOpen && panel.id === id);

/** True if the panel covers a dialog. Also true while the event that closes it is handled. */
export function isDetailPanelOverDialog(): boolean {
  const { isOpen, isOverDialog } = useDetailPanel.getState();
  return isOpen && isOverDialog;
}
