import type { FlagName } from "@lectern/contract";
import type { ComponentType, ReactNode } from "react";
import type { Workspace } from "./workspace.ts";

/** An entry of the command palette: an item to open or an action to run. */
export interface PaletteEntry {
  id: string;
  name: string;
  /** Dimmed details, such as where a conversation is stored. */
  detail?: string;
  /** The passage of a message that matches the search, shown below the name. */
  passage?: ReactNode;
  /** The day of that message, at the end of the line with the name. */
  day?: ReactNode;
  icon?: ReactNode;
  /** The keys of the shortcut for this entry, one per key cap. */
  keys?: readonly string[];
  /** Why the entry cannot be chosen now; absent: it can. */
  blockedReason?: string | null;
  /** Other words that find an action, separated by commas. */
  synonyms?: string;
  run: () => void;
}

export interface PaletteGroup {
  name: string;
  entries: readonly PaletteEntry[];
  /** True while more entries may be found. */
  isLoading?: boolean;
}

/** Finds the entries of a group that match the typed text; for "", the most useful entries. */
export type FindPaletteGroup = (search: string) => PaletteGroup;

/** An action of the palette. An action with the id of a shortcut shows the keys of that shortcut. */
export interface PaletteAction {
  id: string;
  name: string;
  /** Other words that find the action, separated by commas. */
  synonyms?: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  /** The action is shown only to people who have one of these flags. */
  flags?: readonly FlagName[];
  /** Returns true if the action is available; absent: it always is. */
  isShown?: (workspace: Workspace) => boolean;
  /** True if the action is blocked while no other conversation can be opened. */
  opensConversation?: boolean;
  run: (workspace: Workspace) => void;
}
