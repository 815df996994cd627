import { createContext } from "react";

/** The sources that an answer can cite by number. */
export interface Citations {
  numbers: ReadonlySet<number>;
  /** What a number stands for, in words. */
  nameOf: (number: number) => string;
  onOpen: (number: number) => void;
  /** Called when a mark is pointed at or focused, and with null when it no longer is. */
  onHover: (pointed: HoveredCitation | null) => void;
}

export interface HoveredCitation {
  number: number;
  element: HTMLElement;
}

/** Null: marks such as `[1]` are plain text. */
export const CitationsContext = createContext<Citations | null>(null);
