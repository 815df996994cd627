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
  /** True if documents that exceed the window are searched instead of sent whole. */
  canSearch: boolean;
}

/** `pending`: some are being uploaded or read. `failed`: at least one has failed. */
export type DocumentsStatus = "ready" | "pending" | "failed";

/** Why a draft cannot be sent with its documents. */
export interface DocumentRefusal {
  /** `ready`: the documents are ready, but not allowed. */
  status: DocumentsStatus;
  text: string;
}

/** Returns the key of a draft when the outcome of its message is known. */
export type GetSettledKey = (outcome: Outcome) => string;

export interface DetachedDocuments {
  dataSources: readonly DataSource[];
  /** Reports how sending ended. If the outcome is `returned`, the documents return to the draft. */
  settle: (outcome: Outcome) => void;
}
