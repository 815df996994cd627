import type { ComponentType } from "react";

/** A component that can cover every page and is opened through its own store. */
export interface OverlayContribution {
  id: string;
  /** Renders nothing until it is opened, then loads its content. */
  Component: ComponentType;
}
