import type { AssistantContent } from "@lectern/contract";

/** What is saved of an assistant, and what follows. */
export interface SaveRequest {
  content: AssistantContent;
  assistantId: string | null;
  groupId: string | null;
  /** The version that the author has seen; null: a new assistant. */
  baseVersion: number | null;
  /** Only in a group; null: unchanged. */
  isPublished: boolean | null;
  /** True if it has not been published before, and is with this saving. */
  isNewlyPublished?: boolean;
  /** By which the server knows a new assistant that it has created already. */
  draftId: string;
  /** Called if the assistant that was created from the draft has been saved differently since. */
  onDraftUsed?: () => void;
  /** What the person may do with it next, if the editor closes with nothing else that offers it. */
  nextSteps?: readonly ("start" | "share" | "publish" | "copyLink")[];
  /** Asked once it is saved. True if what has been stored is read, before the saving ends. */
  isRead?: () => boolean;
}
