import type { ComponentType } from "react";
import { create } from "zustand";

export type PanelSide = "left" | "right";

/** The tabs of the side panels. `app/contributions/panelTabs.ts` lists their components. */
export type PanelTabId = "chats" | "more" | "prompts" | "assistants";

export interface PanelTabContribution {
  id: PanelTabId;
  side: PanelSide;
  label: string;
  /** The subject of error messages, as in "The list could not be shown". */
  subject: string;
  /** Shown while the code loads. */
  loadingLabel: string;
  /** True if the tab is hidden instead of unmounted while another tab is open. */
  keepsMounted?: boolean;
  /** A lazy component, unless the first screen shows it. */
  Component: ComponentType;
}

let openHandler: ((side: PanelSide) => void) | null = null;

/** Registers the handler that opens a panel. Returns the function that removes the handler. */
export function registerPanelHandler(newHandler: (side: PanelSide) => void): () => void {
  openHandler = newHandler;
  return () => {
    if (openHandler === newHandler) openHandler = null;
  };
}

/** Opens a panel, as its button in the header does. */
export function openPanel(side: PanelSide): void {
  openHandler?.(side);
}

/** The open tab of each panel; null: the first tab. */
export const usePanelTabs = create<Record<PanelSide, PanelTabId | null>>(() => ({ left: null, right: null }));
