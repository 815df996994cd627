import type { DataSource } from "@lectern/contract";
import type { Outcome } from "./uploads.ts";

/** A person's draft, by the key that it is stored under. */
export interface DraftRef {
  userId: string;
  draftKey: string;
}

/** The limits of the model and of the conversation for documents. */
export interface DocumentRules {
  acceptsImages: boolean;
  /** The context window of the model, in tokens; null: unknown. */
  windowTokens: number | null;
  /** Documents that exceed the window are searched instead. */
  canSearch: boolean;
}

/** Why a draft cannot be sent with its documents. */
export interface DocumentRefusal {
  /** Exactly as specified. */
  text: string;
  /** More about it, such as which document failed. */
  details: string | null;
}

export interface DetachedDocuments {
  dataSources: readonly DataSource[];
  /** Reports how sending ended. Documents of a message that was not sent return to the draft. */
  settle: (outcome: Outcome) => void;
}
