import type { ExtractedFact } from "@lectern/contract";

export interface ShownFact extends ExtractedFact {
  id: string;
  /** True if the server stores it until the person decides. */
  isStored: boolean;
  /** The project and the assistant of the message with the fact; null: none, or unknown. */
  projectId: string | null;
  assistantId: string | null;
}
