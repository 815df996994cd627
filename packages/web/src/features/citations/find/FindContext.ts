import { createContext, type Ref } from "react";

export interface FindContextValue {
  isOpen: boolean;
  /** What has been typed. */
  text: string;
  onText: (text: string) => void;
  /** Opens the field, or returns to it. */
  open: () => void;
  /** Closes the field, and gives the focus back. */
  close: () => void;
  /** Where the content renders the field; null until the place is there. */
  slot: HTMLElement | null;
  slotRef: Ref<HTMLDivElement>;
  fieldRef: Ref<HTMLInputElement>;
}

/** The search in the open document. Its header opens it, and its content carries it out. */
export const FindContext = createContext<FindContextValue | null>(null);
