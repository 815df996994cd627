import { type ComponentType, createContext } from "react";

export interface InstructionsSelectorProps {
  /** The conversation's system prompt; null: the default one. */
  prompt: string | null;
  isDisabled: boolean;
  onChoose: (prompt: string | null) => void;
}

/** Where a person chooses from their own instructions; null: none can be had. The same component at every draw. */
export const InstructionsSelectorContext = createContext<ComponentType<InstructionsSelectorProps> | null>(null);
