import type { FieldDocument } from "../../../entities/prompts/template/checkValues.ts";

/** A field for documents. They are kept under `draftKey` until they are used. */
export interface FileFieldProps {
  draftKey: string;
  /** One document and no more. */
  isSingle: boolean;
  /** Ids of what names and explains it. */
  labelledBy: string;
  describedBy: string | undefined;
  /** Called with the documents that are there, whenever they change. The same function at every draw. */
  onDocuments: (documents: readonly FieldDocument[]) => void;
}

/** Under what name the documents of a template's variable are kept until they are used. */
export const fillDraftKey = (promptId: string, variable: string) => `fill:${promptId}:${variable}`;
