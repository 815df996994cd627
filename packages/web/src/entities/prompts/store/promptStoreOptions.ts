import type { PromptTemplate } from "@lectern/contract";

/** Callbacks for changes that conflict with another device or that the server rejects. */
export interface PromptStoreNotices {
  /** Receives the names of the conflict copies: copies of prompts that another device had also changed. */
  onConflictCopies(names: readonly string[]): void;
  /** Receives the names of received prompts whose changes the server has undone. */
  onChangesUndone(names: readonly string[]): void;
  /** `reason`: the server's message. */
  onRejected(name: string, reason: string | null): void;
}

export interface PromptStoreOptions extends PromptStoreNotices {
  /** Loads the built-in templates in the language in use. */
  loadBuiltIn(): Promise<readonly PromptTemplate[]>;
  /** Calls `listener` when the language has changed. Returns the unsubscribe function. Absent: it never changes. */
  onLanguageChange?(listener: () => void): () => void;
}
