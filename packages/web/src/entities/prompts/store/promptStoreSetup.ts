import type { PromptTemplate } from "@lectern/contract";

/** What became of a change that another device had changed too, or that the server did not take. */
export interface PromptStoreNotices {
  /** Names of prompts of which a copy was kept, because another device had changed them too. */
  onConflictCopies(names: readonly string[]): void;
  /** `reason`: the server's own words. */
  onRejected(name: string, reason: string | null): void;
}

export interface PromptStoreSetup extends PromptStoreNotices {
  loadBuiltIn(): Promise<readonly PromptTemplate[]>;
}
