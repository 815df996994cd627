import type { DataSource } from "@lectern/contract";
import { type ComponentType, createContext, type ReactNode } from "react";
import type { SendOutcome } from "../runs/activeRun.ts";

/** What another part of the application adds to the composer: documents that go with its message. */
export interface ComposerAttachments {
  /** Above the field. */
  shelf: ReactNode;
  /** Beside the field. */
  tools: ReactNode;
  /** Hears what is pasted into the field. True: it was taken, and is no text. */
  paste: (data: DataTransfer) => boolean;
  /** Why the text cannot be sent with its documents yet: `text` word for word, `more` beneath it; null: it can. */
  refuse: (text: string) => { text: string; more: string | null } | null;
  /** Takes the documents for a message; `settle` hears what became of it. */
  take: () => { dataSources: readonly DataSource[]; settle: (outcome: SendOutcome) => void };
}

/** Draws the documents that were given with a message, as they stand in its data. The same component at every draw. */
export const MessageDocumentsContext = createContext<ComponentType<{ dataSources: readonly unknown[] }>>(() => null);
