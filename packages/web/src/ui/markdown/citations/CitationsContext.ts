import { createContext } from "react";

/** The citations of an answer, by number. */
export interface Citations {
  numbers: ReadonlySet<number>;
  /** The numbers of the source that the document viewer shows. */
  openNumbers: ReadonlySet<number>;
  /** Returns the accessible name of a citation. */
  getLabel: (number: number) => string;
  onOpen: (opened: CitationTarget) => void;
  /** Called when a citation is hovered or focused, and with null when that ends. */
  onHover: (hovered: CitationTarget | null) => void;
}

/** A citation of an answer: the number, and the element that shows it at this place. */
export interface CitationTarget {
  number: number;
  element: HTMLElement;
}

/** The citations of the answer; `pending`: they are being loaded; null if marks such as `[1]` are plain text. */
export const CitationsContext = createContext<Citations | "pending" | null>(null);
