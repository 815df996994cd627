import type { ComponentType } from "react";

/** Something that can lie over every page and is opened by a store of its own. */
export interface OverlayContribution {
  id: string;
  /** Renders nothing until it is opened, and loads its content then. */
  Component: ComponentType;
}
