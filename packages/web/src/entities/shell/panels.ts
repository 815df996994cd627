import type { ComponentType } from "react";
import { createPageStore } from "../../lib/pageStore.ts";

export type PanelSide = "left" | "right";

/** A tab of a side panel. `app/contributions/panelTabs.ts` lists them. */
export interface PanelTabContribution {
  id: string;
  side: PanelSide;
  label: string;
  /** The subject of error messages, as in "The list could not be shown". */
  subject: string;
  /** Shown while the code loads. */
  loadingLabel: string;
  /** True if the tab is hidden instead of unmounted while another tab is open. */
  keepsMounted?: boolean;
  /** Shown after the label, for what the person should know before they open the tab. A lazy component. */
  Mark?: ComponentType;
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

/** Opens a panel with the tab that has this id. */
export function openPanelTab(side: PanelSide, tab: string): void {
  usePanelTabs.setState({ [side]: tab });
  openPanel(side);
}

/** Closes a panel, as its own button does, but without a transition: something else takes its place at once. */
export function closePanel(side: PanelSide): void {
  handler?.close(side);
}

/** The id of the open tab of each panel; null: the first tab. */
export const usePanelTabs = createPageStore<Record<PanelSide, string | null>>(() => ({ left: null, right: null }));
