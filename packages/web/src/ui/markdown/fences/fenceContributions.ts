import { type ComponentType, createContext, type LazyExoticComponent } from "react";

export interface FenceProps {
  code: string;
  /** The language in lower case; "" if the fence names none. */
  language: string;
  /** False while the block is streaming in. */
  isComplete: boolean;
}

/** A component that shows the code blocks of some languages, in place of the plain code block. */
export interface FenceContribution {
  /** The languages in lower case. */
  languages: readonly string[];
  /** A lazy component, loaded when the first such block is shown. Until then the block is shown as plain code. */
  Component: LazyExoticComponent<ComponentType<FenceProps>>;
}

export const FenceContributionsContext = createContext<readonly FenceContribution[]>([]);
