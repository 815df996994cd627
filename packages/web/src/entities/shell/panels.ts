import type { ComponentType } from "react";
import { create } from "zustand";

export type PanelSide = "left" | "right";

/** The tabs of the side panels. `app/contributions/panelTabs.ts` lists their components. */
export type PanelTabId = "chats" | "settings" | "prompts";

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

/** The open tab of each panel; null: the first tab. */
export const usePanelTabs = create<Record<PanelSide, PanelTabId | null>>(() => ({ left: null, right: null }));
