import { type ComponentType, createContext } from "react";
import type { Attachment } from "../files/upload/attachment.ts";

/** The props of a field for the documents of an assistant. */
export interface DocumentsFieldProps {
  /** The key under which documents that are added are stored until the assistant is saved. */
  draftKey: string;
  /** The documents of the saved assistant. The field shows them before those that are added. */
  savedDocuments: readonly Attachment[];
  onRemoveSaved: (document: Attachment) => void;
  onRetrySaved: (document: Attachment) => void;
  /** The ids of the elements that name and describe the field. */
  labelledBy: string;
  describedBy?: string | undefined;
}

/**
 * The slots in the editor of assistants that other features fill. `app/contributions/assistantSlots.ts` lists their
 * components.
 */
export interface AssistantSlots {
  DocumentsField: ComponentType<DocumentsFieldProps>;
}

export const AssistantSlotsContext = createContext<AssistantSlots>({ DocumentsField: () => null });
