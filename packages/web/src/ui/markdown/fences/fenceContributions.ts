import { type ComponentType, createContext, type LazyExoticComponent } from "react";

export interface FenceProps {
  code: string;
  /** In lower case; "" if the fence names none. */
  language: string;
  /** False while the block is streaming in. */
  isComplete: boolean;
}

/** A component that shows the code blocks of some languages, in place of the plain code block. */
export interface FenceContribution {
  /** In lower case. */
  languages: readonly string[];
  /** Loaded when the first such block is shown; the block is plain code until then. */
  Component: LazyExoticComponent<ComponentType<FenceProps>>;
}

export const FenceContributionsContext = createContext<readonly FenceContribution[]>([]);
