import type { JsonObject, Message } from "@lectern/contract";
import { type ComponentType, createContext, type ReactNode } from "react";

/** What other parts of the application add to an answer. The same components at every draw. */
export interface AnswerParts {
  /** Around its text. */
  Text: ComponentType<{ state: JsonObject | undefined; children: ReactNode }>;
  /** In the row under it, of an answer that has sources; may take lines of its own below. */
  Sources: ComponentType<{ sources: JsonObject[string] }>;
  /** Beneath the last answer, once it is complete. */
  Below?: ComponentType<{ message: Message }>;
}

export const AnswerPartsContext = createContext<AnswerParts>({
  Text: ({ children }) => children,
  Sources: () => null,
});
