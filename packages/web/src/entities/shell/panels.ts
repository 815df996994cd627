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

interface PanelHandler {
  open: (side: PanelSide) => void;
  close: (side: PanelSide) => void;
}

let handler: PanelHandler | null = null;

/** Registers the handler that opens and closes panels. Returns the function that removes the handler. */
export function registerPanelHandler(newHandler: PanelHandler): () => void {
  handler = newHandler;
  return () => {
    if (handler === newHandler) handler = null;
  };
}

/** Opens a panel, as its button in the header does. */
export function openPanel(side: PanelSide): void {
  handler?.open(side);
}

/** Opens a panel with this tab. */
export function openPanelTab(side: PanelSide, tab: PanelTabId): void {
  usePanelTabs.setState({ [side]: tab });
  openPanel(side);
}

/** Closes a panel, as its own button does, but without a transition: something else takes its place at once. */
export function closePanel(side: PanelSide): void {
  handler?.close(side);
}

/** The open tab of each panel; null: the first tab. */
export const usePanelTabs = create<Record<PanelSide, PanelTabId | null>>(() => ({ left: null, right: null }));
