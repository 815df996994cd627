import type { ComponentType, LazyExoticComponent } from "react";
import { create } from "zustand";

type NoParams = Record<never, never>;

/**
 * The dialogs that can be opened from anywhere, with what each is opened with. `app/contributions/dialogs.ts` lists
 * their components.
 */
export interface DialogParams {
  palette: NoParams;
  shortcuts: NoParams;
  settings: NoParams;
  import: NoParams;
  export: NoParams;
  /** The conversation that is selected at first; null: none. */
  download: { conversationId: string | null };
}

export type DialogId = keyof DialogParams;

/** The props of every dialog, besides its parameters. */
export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export interface DialogContribution<Params> {
  /** Loaded when the dialog is first opened. */
  Component: LazyExoticComponent<ComponentType<DialogProps & Params>>;
  /** Covers the page while the code loads; without it the page stays as it was. */
  loadingMessage?: string;
  /** The dialog loses its state when it is opened again. */
  isResetOnOpen?: boolean;
}

/** One entry per dialog: the list does not compile while one is missing. */
export type DialogContributions = { readonly [Id in DialogId]: DialogContribution<DialogParams[Id]> };

interface DialogState {
  isOpen: boolean;
  /** The dialog that is open, or was last: it stays mounted while it fades out. */
  shown: { id: string; params: object } | null;
  /** How many dialogs have been opened. */
  openCount: number;
}

export const useDialogs = create<DialogState>(() => ({ isOpen: false, shown: null, openCount: 0 }));

/** Opens a dialog in place of the one that is open. */
export function openDialog<Id extends DialogId>(
  id: Id,
  ...[params]: NoParams extends DialogParams[Id] ? [] : [DialogParams[Id]]
): void {
  useDialogs.setState(({ openCount }) => ({
    isOpen: true,
    shown: { id, params: params ?? {} },
    openCount: openCount + 1,
  }));
}

export function closeDialog(): void {
  useDialogs.setState({ isOpen: false });
}
