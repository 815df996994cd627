import type { ReactNode } from "react";

/** Something that the palette can open or do. */
export interface PaletteEntry {
  id: string;
  name: string;
  /** More about it, dimmer, as where a prompt is filed. */
  detail?: string;
  icon?: ReactNode;
  /** The keys that do the same, one a cap. */
  keys?: readonly string[];
  /** Why it cannot be done now; absent: it can. */
  blockedReason?: string | null;
  /** It puts the focus somewhere: the palette does not give it back to where it was. */
  movesFocus?: boolean;
  run: () => void;
}

export interface PaletteGroup {
  name: string;
  entries: readonly PaletteEntry[];
}
