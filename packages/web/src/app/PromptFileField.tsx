import { createContext, use, useEffect } from "react";
import { useFlag } from "../entities/flags/useFlag.ts";
import { useAttachments } from "../features/files/attach/useAttachments.tsx";
import { useDraftDocuments } from "../features/files/attach/useDraftDocuments.ts";
import type { FileFieldProps } from "../features/prompts/variables/fileField.ts";
import classes from "./PromptFileField.module.css";

/** Of the person at the dialog. */
export const PromptFilesContext = createContext({ userId: "", uploadMaxBytes: 0 });

const noKeys: ReadonlySet<string> = new Set();

/** What the files lend to a template's file variable: the button that attaches, and what is attached. */
export function PromptFileField({ draftKey, isSingle, labelledBy, describedBy, onDocuments }: FileFieldProps) {
  const { userId, uploadMaxBytes } = use(PromptFilesContext);
  const canUpload = useFlag("uploadDocuments");
  const canPick = useFlag("dataSourceSelectorOnInput");
  const canSearch = useFlag("ragEnabled");
  const documents = useDraftDocuments(userId, draftKey);
  const slot = useAttachments(
    {
      userId,
      draftKey,
      lastSentKeys: noKeys,
      acceptsImages: true,
      windowTokens: null,
      canSearch,
      maxBytes: uploadMaxBytes,
      canPick,
      takesDrops: false,
    },
    canUpload,
  );
  useEffect(() => onDocuments(documents), [documents, onDocuments]);
  if (!slot) return <p className={classes.note}>Documents cannot be uploaded here.</p>;
  const isFull = isSingle && documents.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be named by a legend, and the label stands above as of other fields.
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className={classes.field}>
      {!isFull && slot.tools}
      <div className={classes.shelf}>{slot.shelf}</div>
      {documents.length === 0 && (
        <span className={classes.note}>{isSingle ? "Attach one document" : "Attach documents"}</span>
      )}
      {isSingle && documents.length > 1 && <span className={classes.note}>Please keep one of these documents.</span>}
    </div>
  );
}
