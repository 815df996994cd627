import type { ComponentType, ReactNode } from "react";
import type { Workspace } from "./workspace.ts";

/** An entry of the command palette: something that can be opened or done. */
export interface PaletteEntry {
  id: string;
  name: string;
  /** More about it, dimmed, such as where a conversation is stored. */
  detail?: string;
  icon?: ReactNode;
  /** The keys that do the same, one per key cap. */
  keys?: readonly string[];
  /** Why it cannot be done now; absent: it can. */
  blockedReason?: string | null;
  /** It moves the focus: the palette does not return it to where it was. */
  movesFocus?: boolean;
  run: () => void;
}

export interface PaletteGroup {
  name: string;
  entries: readonly PaletteEntry[];
}

/** Finds the entries of a group for what was typed; "" asks for the most useful ones. */
export type FindPaletteGroup = (search: string) => PaletteGroup;

/** An action of the palette. With the id of a shortcut it shows that shortcut's keys. */
export interface PaletteAction {
  id: string;
  name: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  /** Absent: always. */
  isShown?: (workspace: Workspace) => boolean;
  /** It cannot be done while no other conversation can be opened. */
  opensConversation?: boolean;
  movesFocus?: boolean;
  run: (workspace: Workspace) => void;
}
